/** Pixels of a bitmap: three bytes each, red, green and blue, from the top. */
export interface Bitmap {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

const signature = 0x424d

/**
 * Reads an uncompressed Windows bitmap of 1, 4, 8, 24 or 32 bits: the one kind of picture an exam may have that the library for all
 * others doesn't read. Undefined if it is none, or larger than `mostPixels`. Throws an error if it is cut off.
 */
export const readBmp = (bytes: Uint8Array, mostPixels: number): Bitmap | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 54 || view.getUint16(0) !== signature) return undefined
  const from = view.getUint32(10, true)
  const headBytes = view.getUint32(14, true)
  const width = view.getInt32(18, true)
  const signed = view.getInt32(22, true)
  const height = Math.abs(signed)
  const bits = view.getUint16(28, true)
  const compression = view.getUint32(30, true)
  // With bit fields of 32 bits the usual order is taken.
  const isPlain = compression === 0 || (compression === 3 && bits === 32)
  if (width <= 0 || height <= 0 || width * height > mostPixels || !isPlain || ![1, 4, 8, 24, 32].includes(bits))
    return undefined
  const rowBytes = Math.ceil((width * bits) / 32) * 4
  const pixels = new Uint8Array(width * height * 3)
  const colourAt = (x: number, row: number): number => {
    if (bits >= 24) return row + x * (bits / 8)
    const packed = view.getUint8(row + Math.floor((x * bits) / 8))
    const index = bits === 8 ? packed : (packed >> (8 - bits - ((x * bits) % 8))) & ((1 << bits) - 1)
    return 14 + headBytes + index * 4
  }
  for (let y = 0; y < height; y += 1) {
    const row = from + (signed > 0 ? height - 1 - y : y) * rowBytes
    for (let x = 0; x < width; x += 1) {
      const at = colourAt(x, row)
      const to = (y * width + x) * 3
      pixels[to] = view.getUint8(at + 2)
      pixels[to + 1] = view.getUint8(at + 1)
      pixels[to + 2] = view.getUint8(at)
    }
  }
  return { width, height, pixels }
}
