/** Ends the exam for a learner whose answers lead there. It is no id of a part. */
export const endOfExam = 'end'

/** A part with what decides whether it is asked, and where it leads. `Rule` is whatever can be said to hold or not. */
export interface RoutedPart<Rule> {
  readonly id: string
  /** It is asked where all of them hold. */
  readonly askedIf?: readonly Rule[] | undefined
  /** Once it was sat, the first of which the rule holds leads to a later part, or to the end: what is between isn't asked. */
  readonly leadsTo?: readonly { readonly to: string; readonly if: Rule }[] | undefined
}

/** Whether answers decide anything about which parts are asked. */
export const isRouted = (parts: readonly RoutedPart<unknown>[]): boolean =>
  parts.some(({ askedIf = [], leadsTo = [] }) => askedIf.length > 0 || leadsTo.length > 0)

/** The parts that a learner may not be asked: those with their own rules, and those that another may lead past. */
export const conditionalParts = (parts: readonly RoutedPart<unknown>[]): ReadonlySet<string> => {
  const passed = parts.flatMap(({ leadsTo = [] }, at) =>
    leadsTo.flatMap(({ to }) => {
      const end = to === endOfExam ? parts.length : parts.findIndex(({ id }) => id === to)
      return parts.slice(at + 1, Math.max(at + 1, end)).map(({ id }) => id)
    }),
  )
  return new Set([...parts.filter(({ askedIf = [] }) => askedIf.length > 0).map(({ id }) => id), ...passed])
}

/** What is known of the way through an exam, and how a rule is looked at. */
export interface Route<Rule> {
  /** What was decided already, by part: it stands, whatever the answers say now. */
  readonly decided: ReadonlyMap<string, boolean>
  /** Whether a rule holds of the answers, where these parts were asked. */
  holds(rule: Rule, asked: ReadonlySet<string>): boolean
}

/**
 * Whether each part is asked, up to and with `last`, all where it is missing. A part that isn't asked leads nowhere. The answers to the parts
 * before `last` have to be final: what a rule looks at can't be changed any more.
 */
export const routeThrough = <Rule>(
  parts: readonly RoutedPart<Rule>[],
  { decided, holds }: Route<Rule>,
  last?: string,
): ReadonlyMap<string, boolean> => {
  const route = new Map<string, boolean>()
  const asked = new Set<string>()
  let target: string | undefined
  for (const { id, askedIf = [], leadsTo = [] } of parts) {
    if (target === id) target = undefined
    const isAsked = decided.get(id) ?? (target === undefined && askedIf.every((rule) => holds(rule, asked)))
    route.set(id, isAsked)
    if (isAsked) {
      asked.add(id)
      target = id === last ? undefined : leadsTo.find((branch) => holds(branch.if, asked))?.to
    }
    if (id === last) break
  }
  return route
}
