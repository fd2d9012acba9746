import { createHash } from 'node:crypto'

/** A file that a learner chooses: its number tells it from all others of a run. */
export interface ChosenFile {
  readonly number: number
  /** In bytes. */
  readonly size: number
}

export const nameOf = ({ number }: Pick<ChosenFile, 'number'>): string => `evidence-${number}.txt`

/** A word that is in every file, which a firewall may refuse. */
export const wordOfFiles = '湖'

/** What is in it: no two files have the same, and no two parts of one. */
export const bytesOf = ({ number, size }: ChosenFile): Buffer => {
  const lines: string[] = []
  for (let length = 0; length < size; length += lines.at(-1)?.length ?? 0)
    lines.push(`File ${number}, ${wordOfFiles}, from sign ${length} on.\n`)
  return Buffer.from(lines.join('')).subarray(0, size)
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
