import { uploadedFiles } from '@sitwell/contract'
import { entryOf, selectFiles } from '../assessment/files/index.ts'
import { ownFormRun } from '../assessment/form-run/index.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import type { FilesContext } from './files-context.ts'

/** What the caller has uploaded in a form run of their own. */
export const uploadedFilesRoute = ({ database, contacts }: Pick<FilesContext, 'contacts' | 'database'>) =>
  route(uploadedFiles, async ({ caller, params: { formRunGuid } }) => {
    if (!(await ownFormRun(database, caller, formRunGuid)))
      return refuse('NOT_FOUND', 'There is no such form run for this person.')
    await contacts.note({ orgId: caller.orgId, formRunGuid }, caller)
    const files = await selectFiles(database, { orgId: caller.orgId, formRunGuid })
    return { ok: true, value: files.filter((file) => file.deleted_at === null).map(entryOf) }
  })
