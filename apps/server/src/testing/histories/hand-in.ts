import { type HandInFile, handInFormat, handInVersion } from '@sitwell/contract'
import { handInSeal } from '@sitwell/exam/answers/hand-in-seal'
import { createExamCache } from '../../assessment/form-run/exam-cache.ts'
import { readHandIn } from '../../assessment/hand-in/read-hand-in.ts'
import { takeHandIn } from '../../assessment/hand-in/take-hand-in.ts'
import { handInSecretOf } from '../../assessment/schedules/hand-in-secret.ts'
import { selectGeneration } from '../../generation/queries.ts'
import { createKeys } from '../../keys.ts'
import { bar } from './bar.ts'
import type { SaveRequest } from './requests.ts'
import type { Room } from './room.ts'
import { enter, type ServerSide } from './server-side.ts'
import { hasRules } from './shape.ts'
import { written } from './written.ts'

/** The file as the learner's browser makes it, or somebody who knows what that knows. */
const fileOf = async (
  { sitting, clock }: ServerSide,
  { orgId, config, server }: Room,
  saves: readonly SaveRequest[],
  isSealed: boolean,
): Promise<HandInFile> => {
  const { entry, scheduleGuid, formRunGuid } = sitting
  const generation = (await selectGeneration(server.db))?.generation
  const content: HandInFile = {
    ...{ format: handInFormat, formatVersion: handInVersion, about: 'For the staff of the exam.' },
    ...{ madeAt: new Date(clock.nowMs()).toISOString(), orgId, scheduleGuid, formRunGuid },
    learner: { guid: entry.userGuid, name: 'Ada Wood' },
    exam: { guid: entry.examGuid, name: 'Trees' },
    // Of a form run that isn't lost neither says anything: whatever stands there gives no time, and ends nothing.
    ...{ finished: true, used: [{ seconds: 60 }], files: [], ...(generation !== undefined && { generation }) },
    answers: saves.map(({ body }) => ({ onServer: false, save: { ...body } })),
  }
  if (!isSealed) return content
  const owner = { org_id: orgId, user_guid: entry.userGuid, schedule_guid: scheduleGuid }
  const secret = handInSecretOf(createKeys(config.tokenSecret), owner)
  return { ...content, seal: await handInSeal(content, secret, globalThis.crypto.subtle) }
}

/** An answer in a part that its learner was never heard of in is a move there; where they were there before it is none. */
const moves = (side: ServerSide, saves: readonly SaveRequest[]) => {
  const { truth, shape, sitting } = side
  if (truth.now().isCompleted || !hasRules(shape)) return
  for (const { typed, body } of saves.toSorted((one, other) => (one.body.sequence ?? 0) - (other.body.sequence ?? 0))) {
    const { partId } = typed.question
    const wasThere = partId === `${sitting.prefix}-p0` || side.moves.some((move) => move.partId === partId)
    if (!wasThere) enter(side, partId, (body.sequence ?? side.lastSequence + 1) - 1)
  }
}

type Taken = Exclude<Awaited<ReturnType<typeof takeHandIn>>, { why: string }>

/** What of a file that was taken is not as it should be. */
const faultsOf = (taken: Taken, formRunGuid: string): string[] => [
  ...taken.answers.flatMap(({ outcome, why }) => (outcome === 'refused' ? [`a file's answer is refused: ${why}`] : [])),
  ...(taken.formRunGuid !== formRunGuid || taken.tookPlace ? ['a file of answers is taken into another form run'] : []),
  ...(taken.changes.completes || taken.changes.usedMs > 0 ? ['a file of answers ends an exam, or takes time of it'] : []),
]

/** Staff take a file of answers, and again by mistake: the second time changes nothing. Nobody hears the learner's browser by it. */
export const handIn = async (
  side: ServerSide,
  room: Room,
  saves: readonly SaveRequest[],
  { isSealed }: { readonly isSealed: boolean },
): Promise<void> => {
  const { sitting, truth, faults } = side
  const { server, config, orgId, clock } = room
  const { formRunGuid } = sitting
  const keys = createKeys(config.tokenSecret)
  const text = JSON.stringify(await fileOf(side, room, saves, isSealed))
  const read = await readHandIn(text, { keys, orgId, allowsUnsealed: !isSealed })
  if ('why' in read) return void faults.push(`a file of answers can't be read: ${read.why}`)
  const exams = createExamCache(server.db, clock.nowMs)
  const take = async () => {
    const generation = (await selectGeneration(server.db))?.generation
    return takeHandIn({ database: server.db, config, keys, clock, generation, exams }, read)
  }
  moves(side, saves)
  for (const request of saves) if (!side.sent.includes(request)) bar(side, request.typed)
  const taken = await take()
  if ('why' in taken) return void faults.push(`a file of answers isn't taken: ${taken.why}`)
  faults.push(...faultsOf(taken, formRunGuid))
  for (const request of saves) {
    if (!side.sent.includes(request)) side.sent.push(request)
    if (request.typed.cameAt === undefined && !isSealed) request.typed.isUnsealed = true
    request.typed.cameAt ??= truth.second()
    request.typed.sequence ??= request.body.sequence
  }
  const before = await written(room, formRunGuid)
  await take()
  if ((await written(room, formRunGuid)) !== before)
    faults.push('a file of answers changes something when it is taken once more')
}
