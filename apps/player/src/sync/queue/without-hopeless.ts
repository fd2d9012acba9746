import type { RequestRecord } from '../../storage/records.ts'

/**
 * A completion without the sequences that the server lacks and that won't be sent ahead of it: the server has refused them for
 * good, or this browser has nothing to send. Kept as they are set aside, they would hold the completion up forever.
 */
export const withoutHopeless = (completion: RequestRecord, hopeless: ReadonlySet<number>): RequestRecord => {
  const { sequences, answers } = completion.payload
  if (!Array.isArray(sequences)) return completion
  const isHoped = (line: { readonly sequence: number }) => !hopeless.has(line.sequence)
  const hoped = {
    sequences: sequences.filter((one) => !hopeless.has(one)),
    ...(Array.isArray(answers) && { answers: answers.filter(isHoped) }),
  }
  return { ...completion, payload: { ...completion.payload, ...hoped } }
}
