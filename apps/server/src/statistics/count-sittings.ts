import type { SittingOfExam } from './select-sittings.ts'

/** Which sittings of an exam are counted. */
export interface WantedSittings {
  readonly version: number
  /** All of the version if it is missing. */
  readonly deliveryId?: string | undefined
}

/**
 * Sittings whose marks count in statistics: the first attempts of whoever completed them. How many others there are stands beside them, each by one reason.
 * `all` are those of the exam in the order in which they were begun.
 */
export const countedSittings = (all: readonly SittingOfExam[], { version, deliveryId }: WantedSittings) => {
  const before = new Set<string>()
  const counted: SittingOfExam[] = []
  const excluded = { open: 0, later: 0, practice: 0 }
  for (const sitting of all) {
    const isWanted = sitting.version === version && (deliveryId === undefined || sitting.delivery_id === deliveryId)
    const isLater = before.has(sitting.user_guid)
    if (sitting.practice === 0) before.add(sitting.user_guid)
    if (!isWanted) continue
    if (sitting.practice === 1) excluded.practice += 1
    else if (isLater) excluded.later += 1
    else if (sitting.completed_at === null) excluded.open += 1
    else counted.push(sitting)
  }
  return { counted, excluded }
}
