package browser

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"slices"
)

// shrink writes a PNG anew with a palette of its most frequent colours, and returns
// how many these are. Of a page of letters and plain areas nothing is lost to the eye.
func shrink(drawn []byte) (small []byte, colours int, err error) {
	whole, err := png.Decode(bytes.NewReader(drawn))
	if err != nil {
		return nil, 0, err
	}
	count := map[color.RGBA]int{}
	area := whole.Bounds()
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			count[color.RGBAModel.Convert(whole.At(x, y)).(color.RGBA)]++
		}
	}
	frequent := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		// Equally frequent ones in one order, so that a picture is the same each time.
		return cmp.Or(cmp.Compare(count[b], count[a]), bytes.Compare([]byte{a.R, a.G, a.B}, []byte{b.R, b.G, b.B}))
	})
	var palette color.Palette
	for _, c := range frequent[:min(len(frequent), 64)] {
		palette = append(palette, c)
	}
	reduced := image.NewPaletted(area, palette)
	draw.Draw(reduced, area, whole, area.Min, draw.Src)
	var out bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, reduced)
	return out.Bytes(), len(palette), err
}
