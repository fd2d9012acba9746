import { isScoOpen, type ScoState } from '../sco-open.ts'
import { isLeftOut, type SequencedAway, sequencedAway } from './reachable.ts'
import type { Sequenced } from './standing.ts'

/** Why a SCO may not be opened now: it was failed, it waits for others, or the course's own rules don't give it out. */
export type ScoClosed = 'failed' | 'order' | SequencedAway

/** Of each SCO of a course why it may not be opened; undefined if it may. With `isFree` none waits for the order. */
export const closedScos = (
  scos: readonly ScoState[],
  sequenced: Sequenced | undefined,
  isFree = false,
): (ScoClosed | undefined)[] => {
  const all = sequenced ? scos.map((sco) => ({ ...sco, isLeftOut: isLeftOut(sequenced.course, sco.identifier) })) : scos
  return all.map(({ status, identifier }, position) => {
    if (status === 3) return 'failed'
    const away = sequenced && sequencedAway(sequenced.course, identifier, sequenced.currentId)
    return away ?? (isScoOpen(all, position, isFree) ? undefined : 'order')
  })
}
