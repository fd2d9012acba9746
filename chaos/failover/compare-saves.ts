/** A save as its learner knows of it. */
export interface KnownSave {
  readonly formRunGuid: string
  readonly requestId: string
  readonly questionId: string
  readonly sequence: number
  readonly acknowledgedMs?: number
  readonly refused?: string
}

/** A row of the history of answers. */
export interface StoredSave {
  readonly formRunGuid: string
  readonly requestId: string
  readonly questionId: string
  readonly sequence: number
}

/** A row of the answers as they stand: one for each question of a form run. */
export type StoredPlace = Omit<StoredSave, 'requestId'>

const placeOf = ({ formRunGuid, questionId }: Pick<StoredSave, 'formRunGuid' | 'questionId'>) => `${formRunGuid} ${questionId}`

/**
 * What is wrong between what learners were told and what the database holds, a sentence each: an acknowledged save that is missing, one that
 * is there twice, an answer older than the last acknowledged, one that nobody has sent, and a save that was refused.
 */
export const compareSaves = (
  known: readonly KnownSave[],
  history: readonly StoredSave[],
  answers: readonly StoredPlace[],
): string[] => {
  const faults: string[] = []
  const counted = new Map<string, number>()
  const numbered = new Set<string>()
  for (const { formRunGuid, requestId, sequence } of history) {
    counted.set(requestId, (counted.get(requestId) ?? 0) + 1)
    const number = `${formRunGuid} ${sequence}`
    if (numbered.has(number)) faults.push(`doubled: number ${sequence} of form run ${formRunGuid}`)
    numbered.add(number)
  }
  for (const [requestId, count] of counted) if (count > 1) faults.push(`doubled: request ${requestId} is there ${count} times`)
  const standing = new Map(answers.map((answer) => [placeOf(answer), answer.sequence]))
  const lastAcknowledged = new Map<string, number>()
  for (const save of known) {
    if (save.refused !== undefined) faults.push(`refused: request ${save.requestId} with ${save.refused}`)
    if (save.acknowledgedMs === undefined) continue
    if (!counted.has(save.requestId))
      faults.push(`missing: request ${save.requestId}, number ${save.sequence} of ${save.formRunGuid}`)
    const place = placeOf(save)
    lastAcknowledged.set(place, Math.max(save.sequence, lastAcknowledged.get(place) ?? 0))
  }
  for (const [place, sequence] of lastAcknowledged) {
    const stands = standing.get(place)
    if (stands === undefined || stands < sequence)
      faults.push(`overwritten: number ${stands ?? 'none'} stands at ${place}, number ${sequence} was acknowledged`)
  }
  const sent = new Set(known.map(({ requestId }) => requestId))
  for (const { requestId } of history) if (!sent.has(requestId)) faults.push(`unknown: request ${requestId} was sent by nobody`)
  return faults
}
