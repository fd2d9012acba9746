import type { UploadedFile } from '@sitwell/contract'
import { type FileError, fileErrors } from '@sitwell/exam/answers/file-checks'
import type { MessageId } from '@sitwell/i18n/message-ids'
import { textsOf } from '@sitwell/i18n/testing/texts-of'
import { expect, test } from 'vitest'
import type { UploadRecord } from '../../../../storage/records.ts'
import { afterEvent, asListed, type ListedFiles, noFiles } from './listed-files.ts'
import { chooserTypes, noticeOf, notices, reasonOfError, whyRefused } from './upload-words.ts'

const { text } = textsOf()
const textOf = (id: MessageId | undefined) => (id === undefined ? undefined : text(id))

const noticeText = (notice: ReturnType<typeof noticeOf>) => {
  if (!notice) return undefined
  const fill = (id: MessageId) => text(id, { file: notice.file, limit: notice.limit ?? '?' })
  return [fill(notice.title), fill(notice.text)]
}

// ERR-307 ERR-308 ERR-309 ERR-310
test('each check that a file fails says so in its own words; a name that waits already says nothing', () => {
  const limits = { minSize: 1024, maxSize: 10 * 1024 * 1024 }
  const words = [1, 2, 3, 4, 5].map((error) => noticeText(noticeOf(error as FileError, 'a.pdf', limits, 'en')))
  expect(words).toEqual([
    ['Invalid File Type', 'a.pdf has an invalid file type'],
    ['Maxiumum File Size', 'The size of a.pdf is greater than the maximum file size of 10 MB'],
    ['Minimum File Size', 'The size of a.pdf must be greater than the minimum file size of 1 kB'],
    ['Error', 'a.pdf '],
    undefined,
  ])
})

// ERR-301 ERR-303 ERR-306 UP-325
test('what fails on the server, and the question about a name that is there, are worded as the specification words them', () => {
  expect(noticeText(notices.list)).toEqual(['Unable to Get Uploaded Files', 'There was a problem getting the uploaded files.'])
  expect(noticeText(notices.upload('a.pdf'))).toEqual([
    'Unable to Upload File',
    'There was a problem uploading the file - a.pdf.',
  ])
  expect(noticeText(notices.delete('a.pdf'))).toEqual([
    'Unable to Delete File',
    'There was a problem deleting the file - a.pdf.',
  ])
  expect(text('upload.replaceText', { file: 'a.pdf' })).toBe('Do you wish to wish to replace - a.pdf.')
  expect(text('upload.ok')).toBe('Ok')
})

test('what the server refuses for good says why, where a learner can make something of it', () => {
  const why = (reason: string) => textOf(notices.upload('a.pdf', reason).why)
  expect(['PART_CLOSED', 'FORM_RUN_COMPLETED', 'READING_TIME'].map(why)).toEqual([
    'The part of the exam that it belongs to was closed before.',
    'The exam had been finished before.',
    'Files can be changed once the reading time is over.',
  ])
  expect(textOf(notices.delete('a.pdf', 'TIME_OVER').why)).toBe('The time was over before.')
  expect(why('INVALID_FILE')).toBeUndefined()
})

test('every reason for which a file isn’t taken has a text, and only a file that a person could still accept is said to be kept', () => {
  const codes = [
    'INVALID_FILE',
    'BODY_TOO_LARGE',
    'TOO_MANY_FILES',
    'SERVER_ERROR',
    'FORM_RUN_COMPLETED',
    'PART_CLOSED',
    'NOT_ALLOWED',
  ]
  const chosen = [fileErrors.invalidType, fileErrors.tooLarge, fileErrors.tooSmall, fileErrors.tooMany].map(reasonOfError)
  for (const reason of [...codes, ...chosen, 'no-room', 'one-at-a-time', 'folder']) {
    const { why, refusal } = whyRefused(reason ?? '')
    expect(why ?? refusal, reason).toBeDefined()
  }
  expect(whyRefused('INVALID_FILE').refusal).toBe('files.invalid')
  expect(reasonOfError(fileErrors.sameName)).toBeUndefined()
  const kept = codes.filter((code) => notices.upload('a.pdf', code).isStillHere)
  expect(kept).toEqual(['SERVER_ERROR', 'FORM_RUN_COMPLETED', 'PART_CLOSED', 'NOT_ALLOWED'])
})

test('the chooser is told extensions and media types in its own form', () => {
  expect(chooserTypes(['pdf', '.zip', 'image/*'])).toBe('.pdf,.zip,image/*')
})

const fileOf = (guid: string): UploadedFile => ({
  guid,
  fileName: `${guid}.txt`,
  mimeType: '',
  dateTimeUploaded: '',
  fileSize: 1,
})
const recordOf = (fileGuid: string, more: Partial<UploadRecord> = {}): UploadRecord => ({
  format: 1,
  kind: 'upload',
  fileGuid,
  order: 1,
  userGuid: 'u',
  formRunGuid: 'run',
  fileName: '',
  mimeType: '',
  fileSize: 1,
  held: false,
  chosenAt: '',
  ...more,
})
const done = (record: UploadRecord, file?: UploadedFile) =>
  ({ kind: 'done', formRunGuid: 'run', record, ...(file && { file }) }) as const
const guids = ({ files }: ListedFiles) => files.map(({ guid }) => guid)

// UP-309
test('a new file stands last, and one that replaces another where the other stood', () => {
  let listed = asListed(noFiles, ['a', 'b', 'c'].map(fileOf))
  listed = afterEvent(listed, done(recordOf('b', { kind: 'delete' })))
  expect(guids(listed)).toEqual(['a', 'c'])
  listed = afterEvent(listed, done(recordOf('b2', { replaces: 'b' }), fileOf('b2')))
  listed = afterEvent(listed, done(recordOf('d'), fileOf('d')))
  expect(guids(listed)).toEqual(['a', 'b2', 'c', 'd'])
  expect(guids(afterEvent(listed, done(recordOf('d'), fileOf('d'))))).toEqual(['a', 'b2', 'c', 'd'])
})

test('what the server did while it was asked for its list is neither missing nor there twice', () => {
  let listed = afterEvent(noFiles, done(recordOf('new'), fileOf('new')))
  listed = afterEvent(listed, done(recordOf('both'), fileOf('both')))
  listed = afterEvent(listed, done(recordOf('gone', { kind: 'delete' })))
  listed = asListed(listed, [fileOf('a'), fileOf('gone'), fileOf('both')])
  expect(guids(listed)).toEqual(['a', 'both', 'new'])
})
