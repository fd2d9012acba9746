import * as z from 'zod'

/** The learner's address and the reviewer's, as the provider's service answers them. */
const addresses = z.array(z.string()).min(1)

/** The learner's launch address in an answer of the provider; undefined if it is anything else, or leads to another site. */
export const readLaunchAnswer = (text: string, origin: string): string | undefined => {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return undefined
  }
  const read = addresses.safeParse(answer)
  const [first] = read.success ? read.data : []
  return first !== undefined && URL.parse(first)?.origin === origin ? first : undefined
}
