/** A picture of one shade, from 0 to 255 of each colour. */
export const bitmap = (width: number, height: number, shade: number): Uint8Array => {
  const file = Buffer.alloc(54 + width * height * 3, shade)
  file.fill(0, 0, 54)
  file.write('BM')
  for (const [at, value] of Object.entries({ 2: file.length, 10: 54, 14: 40, 18: width, 22: height }))
    file.writeUInt32LE(value, Number(at))
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(24, 28)
  return new Uint8Array(file)
}
