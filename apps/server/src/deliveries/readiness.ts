import type { DeliveryCause, DeliveryReason } from '@sitwell/contract'

/** A schedule with the time that somebody has for it. Moments are Unix ms. */
export interface TimedSchedule {
  readonly startMs: number | null
  readonly endMs: number | null
  /** Milliseconds; undefined: without a limit. */
  readonly timeMs: number | undefined
}

/** Something else that somebody has to sit. */
export interface OtherExam extends TimedSchedule {
  readonly name: string
  /** It is the same exam, of which the player shows one alone (SCH-215). */
  readonly isSame: boolean
}

/** Somebody of a delivery, as far as sitting is concerned. */
export interface Sitter {
  /** Missing if nothing is scheduled for them. */
  readonly own: TimedSchedule | undefined
  readonly isBegun: boolean
  /** Applying the delivery would still change something for them. */
  readonly isPending: boolean
  /** Why applying would schedule nothing for them. */
  readonly refused: DeliveryReason | undefined
  readonly isSuspended: boolean
  readonly hasSignedIn: boolean
  readonly hasMail: boolean
  readonly others: readonly OtherExam[]
  /** When their window opened (Unix ms) before the rules of its time zone changed. */
  readonly movedFromMs?: number | undefined
}

/** Something that keeps somebody from sitting, or may. */
export interface Finding {
  readonly cause: DeliveryCause
  readonly needsUntilMs?: number
  readonly closesMs?: number
  readonly other?: string
  readonly wasMs?: number
  readonly isMs?: number
}

const grave: ReadonlySet<DeliveryCause> = new Set([
  ...(['refused', 'not-scheduled', 'cut-short', 'clash', 'duplicate', 'suspended'] as const),
])

/** Whether somebody can't sit the exam in full because of it. */
export const isGrave = (cause: DeliveryCause): boolean => grave.has(cause)

/** From when to when somebody sits who begins as the window opens; undefined if that can't be known. */
const sits = ({ startMs, timeMs }: TimedSchedule) =>
  startMs === null || timeMs === undefined ? undefined : { fromMs: startMs, untilMs: startMs + timeMs }

const overlap = (one: TimedSchedule, other: TimedSchedule): boolean => {
  const [first, second] = [sits(one), sits(other)]
  return first !== undefined && second !== undefined && first.fromMs < second.untilMs && second.fromMs < first.untilMs
}

const timeFindings = (own: TimedSchedule, others: readonly OtherExam[]): Finding[] => {
  const needsUntilMs = sits(own)?.untilMs
  const { endMs } = own
  const same = others.find(({ isSame }) => isSame)
  const clash = others.find((other) => !other.isSame && overlap(own, other))
  return [
    ...(needsUntilMs !== undefined && endMs !== null && needsUntilMs > endMs
      ? [{ cause: 'cut-short' as const, needsUntilMs, closesMs: endMs }]
      : []),
    ...(clash ? [{ cause: 'clash' as const, other: clash.name }] : []),
    ...(same ? [{ cause: 'duplicate' as const, other: same.name }] : []),
  ]
}

/** What keeps one person from sitting, or may. Of whoever has begun there is nothing more to say. It depends on nobody else. */
export const findingsOf = (sitter: Sitter): Finding[] => {
  const { own, isBegun, isPending, refused, isSuspended, hasSignedIn, hasMail, others } = sitter
  const isMs = own?.startMs ?? undefined
  const wasMs = sitter.movedFromMs
  if (isBegun) return []
  const isRefused = own === undefined && refused !== undefined && refused !== 'suspended' && refused !== 'duplicate'
  const same = others.find(({ isSame }) => isSame)
  return [
    ...(isRefused ? [{ cause: 'refused' as const }] : []),
    ...(isPending ? [{ cause: 'not-scheduled' as const }] : []),
    ...(own ? timeFindings(own, others) : []),
    ...(!own && refused === 'duplicate' && same ? [{ cause: 'duplicate' as const, other: same.name }] : []),
    ...(isSuspended ? [{ cause: 'suspended' as const }] : []),
    ...(wasMs !== undefined && isMs !== undefined && wasMs !== isMs ? [{ cause: 'moved' as const, wasMs, isMs }] : []),
    ...(hasSignedIn ? [] : [{ cause: 'never-signed-in' as const }]),
    ...(hasMail ? [] : [{ cause: 'no-mail' as const }]),
  ]
}

/** What is found about each person, by cause, the gravest first, and how many can sit in full. */
export const readinessOf = <Who>(people: readonly (Sitter & { readonly who: Who })[], causes: readonly DeliveryCause[]) => {
  const byCause = new Map<DeliveryCause, { readonly who: Who; readonly finding: Finding }[]>()
  let canSit = 0
  for (const sitter of people) {
    const findings = findingsOf(sitter)
    if (!findings.some(({ cause }) => isGrave(cause))) canSit += 1
    for (const finding of findings) {
      const found = byCause.get(finding.cause) ?? []
      found.push({ who: sitter.who, finding })
      byCause.set(finding.cause, found)
    }
  }
  return {
    ...{ people: people.length, canSit },
    causes: causes.flatMap((cause) => {
      const found = byCause.get(cause)
      return found ? [{ cause, found }] : []
    }),
  }
}
