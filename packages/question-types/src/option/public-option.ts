import * as z from 'zod/mini'

/** One thing to choose (spec 2 §3). `text` is HTML; `selected` is how the question stands before anyone has answered. */
export const option = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(256)),
  text: z.string(),
  selected: z._default(z.boolean(), false),
})
export type Option = z.infer<typeof option>
