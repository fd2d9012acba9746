import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { arrive } from './arrive.ts'
import type { Typed } from './requests.ts'
import { askMore, checked, hear, openExam, type ServerSide, takeOffer } from './server-side.ts'
import { optionIds, type QuestionPlace } from './shape.ts'
import type { Forged } from './steps.ts'
import { isOpenOnEntry } from './truth.ts'

/** The number that a forged save gives itself; undefined: none. */
const numberOf = (side: ServerSide, { number }: Forged): number | undefined => {
  const highest = Math.max(0, ...side.typed.map(({ sequence = 0 }) => sequence))
  return { next: highest + 1, first: 1, far: highest + 5_000_000, none: undefined }[number]
}

/** Says that it takes the place of another form run, which it may be itself: of that, time was used, and none is given. */
const takePlace = async (side: ServerSide, { isKept, option, elapsed }: Forged, partId: string) => {
  const { formRunGuid } = side.sitting
  const body = { formRunGuid, from: isKept ? formRunGuid : `lost-${option}`, generation: 'before', answers: 1 }
  hear(side)
  const used = [{ partId, seconds: elapsed }]
  const { status } = checked(side, 'take-place', await side.sitting.ask(calls.takePlace, { body: { ...body, used } }))
  if (status === 200) Object.assign(side, { mayHaveLess: true, mayHaveRead: true })
}

/** Sends what no player sends, in the name of the learner. */
export const cheat = async (side: ServerSide, forged: Forged): Promise<void> => {
  const { sitting, truth, typed } = side
  const { formRunGuid, questions } = sitting
  const at = (place: number) => questions[place % questions.length] as QuestionPlace
  const times = { timeRemaining: forged.remaining, elapsedTime: forged.elapsed }
  const common = { formRunGuid, ...times, page: at(forged.page).id }
  switch (forged.call) {
    case 'save': {
      const question = at(forged.question)
      const option = optionIds[forged.option] ?? 'a'
      const now = truth.second()
      const claimed = now - forged.typedAgo
      // Where the server heard of the sitting about then, it knows better.
      const isSilent = side.heardAt.some((from, at) => from <= claimed && claimed <= (side.heardAt[at + 1] ?? now))
      const claimableFrom = isSilent ? claimed : now
      const made: Typed = {
        question,
        option,
        at: now,
        claimableFrom,
        wasOpen: isOpenOnEntry(truth, question.partId),
        isHonest: false,
      }
      typed.push(made)
      const sequence = numberOf(side, forged)
      const answer = { answerText: `Tree ${option}`, options: [{ optionID: option, optionText: `Tree ${option}` }] }
      const body = {
        ...{ ...answer, ...common, questionNumber: 1, questionVersionId: question.id, questionVersionNumber: 1 },
        ...{ workings: '', objectID: 17, requestId: randomUUID(), ...(sequence && { sequence }) },
        IsFromLocalStorage: forged.isKept,
        typed: { contactAt: side.clock.nowMs() - forged.typedAgo * 1000, steadyMs: 0, wallMs: 0 },
        ClientTime: new Date(side.clock.nowMs() - forged.typedAgo * 1000).toISOString(),
      }
      await arrive(side, { kind: 'save', typed: made, body })
      return
    }
    case 'time':
      await arrive(side, { kind: 'time', body: { ...common, IsFromLocalStorage: forged.isKept } })
      return
    case 'complete':
      await arrive(side, { kind: 'complete', body: { formRunGuid, ...times, IsFromLocalStorage: forged.isKept } })
      return
    case 'absence':
      await arrive(side, {
        kind: 'absence',
        body: { formRunGuid, absentTime: forged.absent, ...(forged.isKept && { requestId: randomUUID() }) },
      })
      return
    case 'part-key': {
      const waited = [{ seconds: forged.absent, endedAgo: 0 }]
      const body = { formRunGuid, partId: at(forged.question).partId, page: at(forged.page).id, waited }
      await arrive(side, { kind: 'key', body })
      return
    }
    case 'take-place':
      return takePlace(side, forged, at(forged.page).partId)
    case 'ask-more':
      return askMore(side)
    case 'open':
      await openExam(side)
      return
    case 'resume':
      // The number of an event that is no offer, or of one that is yet to be made.
      return takeOffer(side, forged.isKept ? undefined : forged.question)
  }
}
