/** Bytes of a file from one to another, both among them, as the header counts them. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/**
 * The range that a request's `Range` header asks of a file of `size` bytes; undefined if the whole file is the answer: without the
 * header, where it is of another unit or not to be read, and where it asks for several at once, which nobody has to answer.
 */
export const rangeOf = (header: string | undefined, size: number): ByteRange | 'beyond' | undefined => {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(' ', '') ?? '')
  const [, first = '', last = ''] = found ?? []
  if (!found || (first === '' && last === '')) return undefined
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  if (first !== '') {
    const from = Number(first)
    return from < size ? { from, to: Math.min(last === '' ? size : Number(last), size - 1) } : 'beyond'
  }
  const count = Math.min(Number(last), size)
  return count > 0 ? { from: size - count, to: size - 1 } : 'beyond'
}
