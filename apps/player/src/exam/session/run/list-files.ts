import type { Api } from '@sitwell/client/api'
import { uploadedFiles } from '@sitwell/contract'
import type { FormRun } from '../../../sync/form-run/form-run.ts'

/** Asks for the files of a form run. A server that can't be asked now is asked again when the connection is back. */
export const listFiles = async (api: Pick<Api, 'call'>, { formRunGuid, files }: Pick<FormRun, 'formRunGuid' | 'files'>) => {
  const outcome = await api.call(uploadedFiles, { params: { formRunGuid } })
  if (outcome.ok) files.listed(outcome.value)
}
