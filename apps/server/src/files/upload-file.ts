import { randomUUID } from 'node:crypto'
import { uploadFile } from '@sitwell/contract'
import { fileErrors } from '@sitwell/exam/answers/file-checks'
import { createRefuseWithheld, lateRulesOf } from '../assessment/answers/index.ts'
import { selectAnnounced, selectFile, selectFiles } from '../assessment/files/index.ts'
import { type LoadedExam, ownFormRun } from '../assessment/form-run/index.ts'
import { noteAdministrator } from '../assessment/ledger/index.ts'
import { noteWithout } from '../assessment/schedules/index.ts'
import type { Caller } from '../http/caller.ts'
import type { FilePart } from '../http/multipart.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { type FileLimits, fileLimitsOf } from './file-limits.ts'
import type { FilesContext } from './files-context.ts'
import { judgeBytes } from './judge-announced.ts'
import { claimOf, partOfFile } from './judge-file.ts'
import { keepFile, madeElsewhere, repeated } from './keep-file.ts'
import { receiveFile } from './receive-file.ts'
import {
  refusalOfError,
  refusalOfFile,
  refusalOfFull,
  refusalOfJudged,
  refusalOfQuestion,
  storedNames,
} from './refused-files.ts'
import { judgeContent } from './scan/judge-content.ts'
import { createUploadsUnderWay, tooManyAtOnce } from './uploads-under-way.ts'

/** Who sends a file for a minute is heard all that time. */
async function* heardOf(bytes: AsyncIterable<Uint8Array>, heard: () => Promise<void>) {
  for await (const part of bytes) {
    await heard()
    yield part
  }
}

type FileToKeep = Parameters<typeof keepFile>[3]

/** A file that may be taken as far as that can be told before its bytes come. */
interface Uploaded {
  readonly caller: Caller
  readonly address: string
  readonly sitting: Parameters<typeof keepFile>[2]
  readonly file: FilePart
  readonly limits: FileLimits
  readonly name: string
  readonly type: string
  readonly facts: Pick<FileToKeep, 'fileGuid' | 'questionId' | 'claim' | 'replaces'>
}

/** Takes a file of evidence into the caller's form run; answered once it is committed to disk. */
export const uploadFileRoute = (context: FilesContext) => {
  const { database, clock, exams, contacts } = context
  const underWay = createUploadsUnderWay()
  const refuseWithheld = createRefuseWithheld(context)

  const notFound = () => refuse('NOT_FOUND', 'There is no such form run for this person.')

  /** Why a file that arrives now can't count, as its form run stands since it was last heard of. */
  const refusalOfArrival = async (
    caller: Caller,
    formRunGuid: string,
    loaded: LoadedExam,
    arrival: Parameters<typeof judgeBytes>[3],
  ) => {
    const rules = await lateRulesOf(context, caller.orgId)
    const run = await ownFormRun(database, caller, formRunGuid)
    return run ? refusalOfJudged(run, await judgeBytes(database.kysely, run, loaded, arrival, rules)) : notFound()
  }

  /** Takes the bytes in; of those that are no file of the form run's in the end nothing stays. */
  const takeIn = async ({ caller, address, sitting, file, limits, name, type, facts }: Uploaded) => {
    const place = { orgId: caller.orgId, formRunGuid: sitting.run.form_run_guid }
    await noteAdministrator(context, caller, place.formRunGuid, {
      text: `An administrator uploaded the file ${name} as the learner`,
      id: facts.fileGuid,
    })
    const received = await receiveFile(
      context,
      caller.orgId,
      heardOf(file.bytes, () => contacts.note(place, caller)),
    )
    const { size, sha256, contentGuid } = received
    const refused = file.isTruncated() ? refusalOfError(fileErrors.tooLarge) : refusalOfFile({ name, type, size }, limits)
    const sender = { orgId: caller.orgId, userGuid: caller.userGuid, address }
    const content = refused ?? (await judgeContent(context, sender, name, received.bytes))
    if (!content.ok) {
      await received.discard()
      return content
    }
    const { scan } = content
    const writeRest = received.writeRest
    const stored = await keepFile(context, caller, sitting, {
      ...facts,
      contentGuid,
      name,
      type,
      size,
      sha256,
      scan,
      writeRest,
    }).catch(async (thrown) => {
      await received.discard()
      throw thrown
    })
    if (!('isNew' in stored)) await received.discard()
    return stored
  }

  /** The form run that a file is for, with what is known of the file; or the answer that there is already. */
  const sittingOf = async (caller: Caller, formRunGuid: string, fileGuid: string) => {
    const run = await ownFormRun(database, caller, formRunGuid)
    if (!run) return notFound()
    await contacts.note({ orgId: caller.orgId, formRunGuid: run.form_run_guid }, caller)
    const known = await selectFile(database, caller.orgId, fileGuid)
    if (known) return repeated(known, run.form_run_guid)
    const loaded = await exams.load(run)
    if (!loaded) throw new Error(`The exam ${run.exam_guid} of a form run is not there.`)
    const announced = await selectAnnounced(database, caller.orgId, fileGuid)
    return announced && announced.form_run_guid !== run.form_run_guid ? madeElsewhere() : { run, loaded, announced }
  }

  return route(uploadFile, async ({ caller, body, file, request }) => {
    const { orgId } = caller
    const fileGuid = body.requestId ?? randomUUID()
    const sitting = await sittingOf(caller, body.formRunGUID, fileGuid)
    if ('ok' in sitting) return sitting
    const { run, loaded, announced } = sitting
    const place = { orgId, formRunGuid: run.form_run_guid }
    // What its announcement told of can't be another file by now, and was judged then.
    if (!announced) await noteWithout(context, { caller, request, run, exam: loaded.exam }, 'A file was taken all the same.')
    const questionId = announced?.question_id ?? body.question ?? null
    const claim = claimOf(body)
    const arrival = { questionId, receivedMs: clock.nowMs(), claim, announced }
    const limits = await fileLimitsOf(context, orgId, loaded.exam.settings.uploadFileTypes ?? [])
    const { fileName = file.fileName } = body
    const { name, type } = storedNames(fileName, file.mimeType)
    // What can be told before its bytes come, so that nothing is written of a file that can't be taken.
    const early =
      (await refuseWithheld(run, loaded, partOfFile(loaded, questionId))) ??
      refusalOfQuestion(loaded, questionId) ??
      (await refusalOfArrival(caller, run.form_run_guid, loaded, arrival)) ??
      refusalOfFile({ name, type, size: Math.max(limits.minSize, file.leastSize, 1) }, limits)
    if (early) return early
    const before = await selectFiles(database, place)
    // An earlier attempt at it may have ended since.
    const twinBefore = before.find(({ file_guid }) => file_guid === fileGuid)
    const settled = twinBefore
      ? repeated(twinBefore, run.form_run_guid)
      : refusalOfFull(before, limits, { size: file.leastSize, most: context.config })
    if (settled) return settled

    const uploaded: Uploaded = {
      ...{ caller, address: request.ip, sitting: { run, loaded }, file, limits, name, type },
      facts: { fileGuid, questionId, claim, replaces: body.replaces },
    }
    return (await underWay.within(`${orgId}/${caller.userGuid}`, () => takeIn(uploaded))) ?? tooManyAtOnce()
  })
}
