import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { arrive } from './arrive.ts'
import { type AttemptRequest, checkAnswers } from './attempts.ts'
import { handIn } from './hand-in.ts'
import type { SaveRequest, Typed } from './requests.ts'
import type { Room } from './room.ts'
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
const takePlace = async (side: ServerSide, { isStored, option, elapsed }: Forged, partId: string) => {
  const { formRunGuid } = side.sitting
  const body = { formRunGuid, from: isStored ? formRunGuid : `lost-${option}`, generation: 'before', answers: 1 }
  hear(side)
  const used = [{ partId, seconds: elapsed }]
  const { status } = checked(side, 'take-place', await side.sitting.ask(calls.takePlace, { body: { ...body, used } }))
  if (status === 200) Object.assign(side, { mayHaveLess: true, mayHaveRead: true })
}

const placeAt = ({ sitting: { questions } }: ServerSide, place: number) => questions[place % questions.length] as QuestionPlace

/** What a request says of the time and of where its learner is. */
const claimsIn = (side: ServerSide, { remaining, elapsed, page }: Forged) => ({
  formRunGuid: side.sitting.formRunGuid,
  timeRemaining: remaining,
  elapsedTime: elapsed,
  page: placeAt(side, page).id,
})

/** An answer that is made up now, whenever it says that it was typed. */
const forge = (side: ServerSide, forged: Forged): SaveRequest => {
  const { truth, clock } = side
  const question = placeAt(side, forged.question)
  const option = optionIds[forged.option] ?? 'a'
  const now = truth.second()
  const claimed = now - forged.typedAgo
  // Where the server heard of the sitting about then, it knows better.
  const isSilent = side.heardAt.some((from, at) => from <= claimed && claimed <= (side.heardAt[at + 1] ?? now))
  const wasOpen = isOpenOnEntry(truth, question.partId)
  const typed: Typed = { question, option, at: now, claimableFrom: isSilent ? claimed : now, wasOpen, isHonest: false }
  side.typed.push(typed)
  const sequence = numberOf(side, forged)
  const answer = { answerText: `Tree ${option}`, options: [{ optionID: option, optionText: `Tree ${option}` }] }
  const claimedMs = clock.nowMs() - forged.typedAgo * 1000
  const body = {
    ...{ ...answer, ...claimsIn(side, forged), questionNumber: 1, questionVersionId: question.id, questionVersionNumber: 1 },
    ...{ workings: '', objectID: 17, requestId: randomUUID(), ...(sequence && { sequence }) },
    IsFromLocalStorage: forged.isStored,
    typed: { contactAt: claimedMs, steadyMs: 0, wallMs: 0 },
    ClientTime: new Date(claimedMs).toISOString(),
  }
  return { kind: 'save', typed, body }
}

/** Has an answer checked that nobody has saved before, or that hasn't come; with the id of an attempt of before, or one of its own. */
const attemptOf = (side: ServerSide, forged: Forged): AttemptRequest => {
  const question = placeAt(side, forged.question)
  const [used] = [...side.handedIn.values()].flat()
  const requestId = forged.isStored && forged.absent === 1 && used ? used.requestId : randomUUID()
  const sequence = numberOf(side, forged)
  const body = { formRunGuid: side.sitting.formRunGuid, questionId: question.id, requestId }
  return { kind: 'attempt', question, body: { ...body, ...(sequence && { sequence }) } }
}

/** Sends what no player sends, in the name of the learner. */
export const cheat = async (side: ServerSide, room: Room, forged: Forged): Promise<void> => {
  const common = claimsIn(side, forged)
  const { formRunGuid, timeRemaining, elapsedTime } = common
  switch (forged.call) {
    case 'save':
      await arrive(side, room, forge(side, forged))
      return
    case 'hand-in':
      return handIn(side, room, [forge(side, forged)], { isSealed: forged.isStored })
    case 'time':
      await arrive(side, room, { kind: 'time', body: { ...common, IsFromLocalStorage: forged.isStored } })
      return
    case 'complete':
      await arrive(side, room, {
        kind: 'complete',
        body: { formRunGuid, timeRemaining, elapsedTime, IsFromLocalStorage: forged.isStored },
      })
      return
    case 'absence':
      await arrive(side, room, {
        kind: 'absence',
        body: { formRunGuid, absentTime: forged.absent, ...(forged.isStored && { requestId: randomUUID() }) },
      })
      return
    case 'attempt':
      await checkAnswers(side, room, [attemptOf(side, forged)])
      return
    case 'attempts at once': {
      const first = attemptOf(side, forged)
      const other = { ...first, body: { ...first.body, requestId: randomUUID() } }
      await checkAnswers(side, room, forged.isStored ? [first, first, other] : [first, other])
      return
    }
    case 'part-key': {
      const waited = [{ seconds: forged.absent, endedAgo: 0 }]
      const { partId } = placeAt(side, forged.question)
      // Who asks ahead has moved nowhere.
      const page = forged.number === 'none' ? {} : { page: common.page }
      const body = { formRunGuid, partId, ...page, waited }
      await arrive(side, room, { kind: 'key', body })
      return
    }
    case 'take-place':
      return takePlace(side, forged, placeAt(side, forged.page).partId)
    case 'ask-more':
      return askMore(side)
    case 'open':
      await openExam(side)
      return
    case 'resume':
      // The number of an event that is not an offer, or of one that is yet to be made.
      return takeOffer(side, forged.isStored ? undefined : forged.question)
  }
}
