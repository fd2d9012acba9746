import { attemptState } from '@sitwell/contract'
import type { Answer } from '../test-world.ts'
import { entriesOf } from './entries.ts'
import { type Request, sendRequest } from './requests.ts'
import type { Room } from './room.ts'
import type { Options } from './route.ts'
import { checked, hear, type ServerSide } from './server-side.ts'
import { type QuestionPlace, saidWhereRight } from './shape.ts'
import { isOpenFor, isOver, type Stand } from './truth.ts'

export type AttemptRequest = Request & { readonly kind: 'attempt' }

/** The answers that stand in the database. */
export const standingRows = async ({ sitting }: Pick<ServerSide, 'sitting'>, { server }: Pick<Room, 'server'>) => {
  const rows = await server.db.kysely
    .selectFrom('answer')
    .selectAll()
    .where('form_run_guid', '=', sitting.formRunGuid)
    .execute()
  return rows.map((row) => {
    const { options } = JSON.parse(row.answer) as { options: { optionID: string }[] }
    return { ...row, option: options[0]?.optionID }
  })
}

/** Whether a question takes no answer any more. */
export const isClosed = ({ handedIn }: Pick<ServerSide, 'handedIn'>, { id, attempts }: QuestionPlace): boolean =>
  attempts > 0 && (handedIn.get(id)?.length ?? 0) >= attempts

/** What is at each question, and what counts there: what was handed in last, whatever was saved since. */
export const optionsOf = (side: ServerSide, rows: Awaited<ReturnType<typeof standingRows>>): Options => {
  const { sitting, handedIn } = side
  const saved = new Map(
    rows.flatMap(({ question_id, option }) => (option === undefined ? [] : [[question_id, option] as const])),
  )
  const standing = new Map(
    sitting.questions.flatMap((question) => {
      const option = isClosed(side, question) ? handedIn.get(question.id)?.at(-1)?.option : saved.get(question.id)
      return option === undefined ? [] : [[question.id, option] as const]
    }),
  )
  const counted = (id: string) => (handedIn.get(id)?.length ? handedIn.get(id)?.at(-1)?.option : standing.get(id))
  const keys = new Map(sitting.questions.map(({ id, key }) => [id, key]))
  return { standing, isRight: (id) => counted(id) === keys.get(id) }
}

/** Whether answers in a part may be checked at this second: it is open, the learner has its content, and time is left. */
const mayCheck = ({ shape, given }: ServerSide, stand: Stand, partId: string) =>
  !isOver(stand) && isOpenFor(stand, partId) && (!shape.sealsParts || given.has(partId))

type Row = Awaited<ReturnType<typeof standingRows>>[number]

/** The status that is due if the part is sealed, or answers to the question can't be checked; undefined for all others. */
const dueToNone = ({ shape, given }: ServerSide, { partId, attempts }: AttemptRequest['question']): number | undefined => {
  if (shape.sealsParts && !given.has(partId)) return 409
  return attempts === 0 ? 404 : undefined
}

/** Holds the reply to one attempt against the truth, and writes down what it was. */
const judgeReply = (
  side: ServerSide,
  { question, body }: AttemptRequest,
  row: Row | undefined,
  { mayBeMade, answer }: { readonly mayBeMade: boolean; readonly answer: Answer },
) => {
  const { handedIn, faults, typed } = side
  const before = handedIn.get(question.id) ?? []
  const { status, text } = answer
  const due = dueToNone(side, question)
  if (due !== undefined) {
    if (status !== due) faults.push(`an answer is checked that is none to be checked: ${text}`)
    return
  }
  if (status !== 200) {
    const hasCome =
      body.sequence === undefined || typed.some((one) => one.cameAt !== undefined && one.sequence === body.sequence)
    if (mayBeMade && hasCome && !side.mayHaveLess) faults.push(`an answer to ${question.id} isn't checked: ${text}`)
    return
  }
  if (!mayBeMade) faults.push(`second ${side.truth.second()}: an answer to ${question.id} is checked, out of its time`)
  const known = before.findIndex(({ requestId }) => requestId === body.requestId)
  const isNew = known === -1 && before.length < question.attempts
  const made = { requestId: body.requestId, option: row?.option, sequence: row?.sequence }
  const all = isNew ? [...before, made] : before
  handedIn.set(question.id, all)
  const told = known === -1 ? all : all.slice(0, known + 1)
  const state = attemptState.parse(JSON.parse(text))
  const expected = { count: told.length, left: question.attempts - told.length, isClosed: told.length >= question.attempts }
  const { count, left, isClosed: isLast } = state
  if (JSON.stringify({ count, left, isClosed: isLast }) !== JSON.stringify(expected))
    faults.push(`an attempt at ${question.id} is told as ${text}, and is ${JSON.stringify(expected)}`)
  const isRight = state.feedback.some(({ html }) => html.includes(saidWhereRight))
  if (isRight !== (told.at(-1)?.option === question.key)) faults.push(`an attempt at ${question.id} is told to be ${isRight}`)
}

/** Has answers checked, all at once. They come in their own order: what is told says in which. */
export const checkAnswers = async (
  side: ServerSide,
  room: Pick<Room, 'server'>,
  requests: readonly AttemptRequest[],
): Promise<Answer[]> => {
  const { sitting, truth, sent } = side
  const rows = await standingRows(side, room)
  hear(side)
  const answers = await Promise.all(requests.map((request) => sendRequest(sitting, request)))
  const countIn = ({ status, text }: Answer) => (status === 200 ? attemptState.parse(JSON.parse(text)).count : 0)
  const inOrder = requests
    .map((request, at) => ({ request, answer: checked(side, 'attempt', answers[at] as Answer) }))
    .toSorted((one, other) => countIn(one.answer) - countIn(other.answer))
  for (const { request, answer } of inOrder) {
    if (!sent.includes(request)) sent.push(request)
    const { question } = request
    const row = rows.find(({ question_id }) => question_id === question.id)
    judgeReply(side, request, row, { mayBeMade: mayCheck(side, truth.now(), question.partId), answer })
  }
  return answers
}

/** The ledger has the attempts that were acknowledged, in their order, each at the answer that stood; and no other. */
export const judgeAttempts = async (side: ServerSide, { server }: Pick<Room, 'server'>): Promise<void> => {
  const { sitting, handedIn, faults } = side
  const kept = await entriesOf<{ questionId: string; sequence?: number; isLast: boolean }>(side, { server }, 'attempt')
  for (const { id, attempts } of sitting.questions) {
    const is = kept.filter(({ questionId }) => questionId === id).map(({ sequence, isLast }) => [sequence, isLast])
    const due = (handedIn.get(id) ?? []).map(({ sequence }, at) => [sequence, at + 1 === attempts])
    if (JSON.stringify(is) !== JSON.stringify(due))
      faults.push(`the attempts at ${id} are ${JSON.stringify(is)} in the ledger, and were ${JSON.stringify(due)}`)
  }
}
