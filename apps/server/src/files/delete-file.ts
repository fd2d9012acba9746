import { randomUUID } from 'node:crypto'
import { deleteFile } from '@sitwell/contract'
import { noteAdministrator } from '../assessment/note-administrator.ts'
import { isOpenAt, lockOwnFormRun, ownFormRun } from '../assessment/own-form-run.ts'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'
import { mostFiles } from './file-limits.ts'
import { ownFile } from './own-file.ts'
import { deleteContent, insertFile, markDeleted, nextPosition, selectFile, selectFiles } from './queries.ts'

/**
 * Deletes a file's bytes; that it was there stays in its row. One that has not come yet gets such a row too, where the caller names
 * its form run: its upload may still be on the way, and finds itself deleted.
 */
export const deleteFileRoute = (ground: Ground) => {
  const { database, clock, config, contacts } = ground
  return route(deleteFile, async ({ caller, params: { fileGuid }, query: { formRunGUID } }) => {
    const notFound = () => refuse('NOT_FOUND', 'There is no such file for this person.')
    const formRunGuid = (await ownFile(database, caller, fileGuid))?.form_run_guid ?? formRunGUID
    if (formRunGuid === undefined) return notFound()
    const { orgId } = caller
    if (await ownFormRun(database, caller, formRunGuid)) {
      await contacts.note({ orgId, formRunGuid })
      await noteAdministrator(ground, caller, formRunGuid, {
        text: `An administrator deleted the file ${fileGuid} as the learner`,
        id: `delete-${fileGuid}`,
      })
    }
    return database.kysely.transaction().execute(async (kysely) => {
      const run = await lockOwnFormRun(kysely, caller, formRunGuid)
      if (!run) return notFound()
      const nowMs = clock.nowMs()
      const isOpen = isOpenAt(run, nowMs, config.lateSaveGraceMs)
      const file = await selectFile({ kysely }, orgId, fileGuid)
      // Somebody else's.
      if (file && file.form_run_guid !== formRunGuid) return notFound()
      if (file?.deleted_at === null && !isOpen)
        return refuse('FORM_RUN_COMPLETED', 'The form run was completed before; its files stay as they are.')
      if (file) {
        await markDeleted(kysely, file, nowMs)
        await deleteContent(kysely, file)
        return { ok: true as const, value: {} }
      }
      const all = await selectFiles({ kysely }, { orgId, formRunGuid })
      // No upload is taken any more, which would have to be told.
      if (!isOpen || all.length >= mostFiles) return notFound()
      await insertFile(kysely, {
        org_id: orgId,
        file_guid: fileGuid,
        form_run_guid: formRunGuid,
        content_guid: randomUUID(),
        file_name: '',
        mime_type: 'application/octet-stream',
        file_size: 0,
        sha256: '',
        position: nextPosition(all),
        uploaded_at: nowMs,
        late_ms: null,
        deleted_at: nowMs,
      })
      return { ok: true as const, value: {} }
    })
  })
}
