import { randomUUID } from 'node:crypto'
import { uploadFile } from '@sitwell/contract'
import { fileErrors } from '@sitwell/exam/file-checks'
import { lateRulesOf } from '../assessment/answers/judge-arrival.ts'
import { ownFormRun } from '../assessment/form-runs/own-form-run.ts'
import { noteWithout } from '../assessment/schedules/may-start.ts'
import { noteAdministrator } from '../assessment/schedules/note-administrator.ts'
import { refuse } from '../http/refusal.ts'
import { route, type ServiceContext } from '../http/service.ts'
import { selectAnnounced } from './announced-queries.ts'
import { fileLimitsOf } from './file-limits.ts'
import { judgeBytes } from './judge-announced.ts'
import { claimOf, takesFiles } from './judge-file.ts'
import { keepFile, madeElsewhere, repeated } from './keep-file.ts'
import { selectFile, selectFiles } from './queries.ts'
import { receiveFile } from './receive-file.ts'
import { keptNames, refusalOfError, refusalOfFile, refusalOfFull, refusalOfJudged } from './refused-files.ts'
import { judgeContent } from './scan/judge-content.ts'
import { createUploadsUnderWay, tooManyAtOnce } from './uploads-under-way.ts'

/** Who sends a file for a minute is heard all that time. */
async function* heardOf(bytes: AsyncIterable<Uint8Array>, heard: () => Promise<void>) {
  for await (const part of bytes) {
    await heard()
    yield part
  }
}

/** Takes a file of evidence into the caller's form run; answered once it is committed to disk. */
export const uploadFileRoute = (context: ServiceContext) => {
  const { database, clock, exams, contacts } = context
  const underWay = createUploadsUnderWay()

  return route(uploadFile, async ({ caller, body, file, request }) => {
    const notFound = () => refuse('NOT_FOUND', 'There is no such form run for this person.')
    const { orgId } = caller
    const run = await ownFormRun(database, caller, body.formRunGUID)
    if (!run) return notFound()
    const place = { orgId, formRunGuid: run.form_run_guid }
    const fileGuid = body.requestId ?? randomUUID()
    await contacts.note(place)

    const known = await selectFile(database, orgId, fileGuid)
    if (known) return repeated(known, run.form_run_guid)

    const loaded = await exams.load(run)
    if (!loaded) throw new Error(`The exam ${run.exam_guid} of a form run is not there.`)
    const announced = await selectAnnounced(database, orgId, fileGuid)
    if (announced && announced.form_run_guid !== run.form_run_guid) return madeElsewhere()
    // What its announcement told of can't be another file by now, and was judged then.
    if (!announced) await noteWithout(context, { caller, request, run, exam: loaded.exam }, 'A file was taken all the same.')
    const questionId = announced?.question_id ?? body.question ?? null
    if (questionId !== null && !takesFiles(loaded, questionId))
      return refuse('INVALID_REQUEST', 'No file is asked for there.', {
        details: [{ path: 'body.question', message: 'no question of this exam that takes files' }],
      })
    const rules = await lateRulesOf(context, orgId)
    const heardOfRun = await ownFormRun(database, caller, run.form_run_guid)
    if (!heardOfRun) return notFound()
    const claim = claimOf(body)
    const arrival = { questionId, receivedMs: clock.nowMs(), claim, announced }
    const hopeless = refusalOfJudged(heardOfRun, await judgeBytes(database.kysely, heardOfRun, loaded, arrival, rules))
    if (hopeless) return hopeless
    const limits = await fileLimitsOf(context, orgId, loaded.exam.settings.uploadFileTypes ?? [])
    const { name, type } = keptNames(body.fileName ?? file.fileName, file.mimeType)
    // What can be told before its bytes come, so that nothing is written of a file that can't be taken.
    const early = refusalOfFile({ name, type, size: Math.max(limits.minSize, file.leastSize, 1) }, limits)
    if (early) return early
    const before = await selectFiles(database, place)
    // An earlier attempt at it may have ended since.
    const twinBefore = before.find(({ file_guid }) => file_guid === fileGuid)
    if (twinBefore) return repeated(twinBefore, run.form_run_guid)
    const full = refusalOfFull(before, limits, { size: file.leastSize, most: context.config })
    if (full) return full

    const takeIn = async () => {
      await noteAdministrator(context, caller, run.form_run_guid, {
        text: `An administrator uploaded the file ${name} as the learner`,
        id: fileGuid,
      })
      const received = await receiveFile(
        context,
        orgId,
        heardOf(file.bytes, () => contacts.note(place)),
      )
      const { size, sha256, contentGuid } = received
      const refused = file.isTruncated() ? refusalOfError(fileErrors.tooLarge) : refusalOfFile({ name, type, size }, limits)
      if (refused) {
        await received.discard()
        return refused
      }
      const { ip: address } = request
      const content = await judgeContent(context, { orgId, userGuid: caller.userGuid, address }, name, received.bytes)
      if (!content.ok) {
        await received.discard()
        return content
      }
      const { scan } = content
      const writeRest = received.writeRest
      const kept = await keepFile(
        context,
        caller,
        { run, loaded },
        { fileGuid, contentGuid, name, type, size, sha256, questionId, claim, replaces: body.replaces, scan, writeRest },
      ).catch(async (thrown) => {
        await received.discard()
        throw thrown
      })
      if (!('isNew' in kept)) await received.discard()
      return kept
    }
    return (await underWay.within(`${orgId}/${caller.userGuid}`, takeIn)) ?? tooManyAtOnce()
  })
}
