import { type DateOrder, encodeBytes, largestPeopleFileBytes, type PeopleField } from '@sitwell/contract'

/** A file that was chosen, as the calls take it. */
export interface SentFile {
  readonly name: string
  readonly content: string
  readonly columns?: (PeopleField | null)[]
  readonly dateOrder?: DateOrder
}

/** Reads a file; `too-large`, before it is read. */
export const readSentFile = async (file: File): Promise<SentFile | 'too-large'> => {
  if (file.size > largestPeopleFileBytes) return 'too-large'
  return { name: file.name.slice(0, 255), content: encodeBytes(new Uint8Array(await file.arrayBuffer())) }
}
