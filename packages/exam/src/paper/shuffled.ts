/** Things in an order in which every other is as likely, except for those that are fixed. `chance` gives numbers from 0 to below 1. */
export const shuffled = <T extends { readonly fixed?: boolean | undefined }>(
  things: readonly T[],
  chance: () => number,
): readonly T[] => {
  const left = things.filter(({ fixed }) => fixed !== true)
  return things.flatMap((one) => (one.fixed ? [one] : left.splice(Math.floor(chance() * left.length), 1)))
}
