import * as z from 'zod/mini'

const count = z.number().check(z.int(), z.nonnegative())

/** By what the people of a printed list are sorted: their last names, or their numbers. */
export const paperOrders = ['name', 'number'] as const
export type PaperOrder = (typeof paperOrders)[number]

/** Most people of one printed file. */
export const mostPeopleOfPaper = 1000

/** For whom slips would be printed. */
export const slipsPreview = z.object({
  /** Who has a PIN and has not finished: each has a slip. */
  slips: count,
  /** Of those, who has not begun: replacing gives each another PIN. */
  replaceable: count,
  /** Who has no PIN, and hasn't finished. */
  withoutPin: count,
  finished: count,
  /** Names this preview: whoever replaces PINs gives it back. */
  hash: z.string(),
})
export type SlipsPreview = z.infer<typeof slipsPreview>
