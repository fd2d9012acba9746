import { readUploadLimits } from '@sitwell/contract'
import { acceptedTypes, type FileRules } from '@sitwell/exam/answers/file-checks'
import { type FileSetting, fileSettings } from '../security/organisation/file-settings.ts'
import { organisationSetting } from '../security/organisation/organisation-setting.ts'
import type { FilesContext } from './files-context.ts'

/** What a form run's files have to be, and how many it may have (0: as many as fit); all of it in bytes. */
export interface FileLimits extends FileRules {
  readonly maxUploaded: number
}

/** What holds for the files of one exam: its own types, or its organisation's, and the organisation's limits. */
export const fileLimitsOf = async (
  { database, config }: Pick<FilesContext, 'database' | 'config'>,
  orgId: number,
  ofExam: readonly string[],
): Promise<FileLimits> => {
  const read = async (name: FileSetting) => fileSettings(config)[name](await organisationSetting(database, orgId, name))
  const { rejected, minSize, maxSize, maxUploaded } = readUploadLimits(await read('AssignmentUploadLimits'))
  const accepted = acceptedTypes(ofExam, await read('AllowedAssignmentUploadFileTypes'))
  return { accepted, rejected, minSize, maxSize, maxUploaded }
}

/** Files that a form run may have, deleted ones too, whatever its organisation says. */
export const mostFiles = 1000
