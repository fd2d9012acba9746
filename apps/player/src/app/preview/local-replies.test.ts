import {
  activityLog,
  announceFile,
  type Call,
  canStart,
  compareAnswers,
  complete,
  deleteFile,
  formRunsQuery,
  ping,
  saveAnswer,
  saveTime,
  start,
  time,
  uploadedFiles,
} from '@sitwell/contract'
import { expect, test } from 'vitest'
import { createLocalReplies } from './local-replies.ts'

const formRunGuid = '0b7c7a4e-7f0b-4a53-9d4c-5b3b5a0a3f11'
const created = () => createLocalReplies({ formRunGuid, nowMs: () => Date.parse('2026-11-30T09:00:00Z') })

const ask = (replies: ReturnType<typeof created>, { method, path }: Call, body: object = {}, named = formRunGuid) =>
  replies.replyTo(method, `/${path.replace(/:\w+/, named)}`, body)?.reply

const file = { requestId: 'f-1', fileName: 'plan.pdf', mimeType: 'application/pdf', fileSize: 12, question: 'q-1' }

test('each reply is what its call answers', () => {
  const replies = created()
  const asked: [Call, object?][] = [
    ...[[ping], [time], [canStart], [start], [formRunsQuery], [activityLog], [saveTime], [compareAnswers], [complete]],
    ...[[uploadedFiles], [deleteFile]],
    [announceFile, file],
    [saveAnswer, { sequence: 3, answerText: 'x', options: [], questionVersionId: 'v-1' }],
  ] as [Call, object?][]
  for (const [call, body] of asked) expect(() => call.reply.parse(ask(replies, call, body)), call.name).not.toThrow()
})

test('a save is acknowledged under its number, and its answer is the one that is checked', () => {
  const replies = created()
  expect(replies.answerTo('v-1')).toBeUndefined()
  const body = { sequence: 7, answerText: 'Birch', options: [{ optionID: 'b', optionText: 'Birch' }], questionVersionId: 'v-1' }
  expect(ask(replies, saveAnswer, body)).toMatchObject({ saved: true, applied: true, sequence: 7, saves: 1 })
  expect(replies.answerTo('v-1')).toEqual({ answerText: 'Birch', options: [{ optionID: 'b', optionText: 'Birch' }] })
  expect(ask(replies, saveAnswer, { ...body, sequence: 8, answerText: 'Oak', options: [] })).toMatchObject({ saves: 2 })
  expect(replies.answerTo('v-1')).toEqual({ answerText: 'Oak', options: [] })
  expect(ask(replies, compareAnswers)).toMatchObject({ lacking: [], lastSequence: 8, saves: 2 })
})

test('a file is there as soon as it is announced, and gone once it is deleted', () => {
  const replies = created()
  expect(ask(replies, announceFile, file)).toMatchObject({ received: 12, file: { guid: 'f-1', questionId: 'q-1' } })
  expect(ask(replies, uploadedFiles)).toMatchObject([{ fileName: 'plan.pdf' }])
  ask(replies, deleteFile, {}, 'f-1')
  expect(ask(replies, uploadedFiles)).toEqual([])
})

test('what it doesn’t know it doesn’t answer', () => {
  const replies = created()
  expect(replies.replyTo('GET', '/dashboard/api/anything', undefined)).toBeUndefined()
  expect(replies.replyTo('POST', `/${ping.path}`, undefined)).toBeUndefined()
  expect(replies.replyTo('GET', `/${ping.path}/more`, undefined)).toBeUndefined()
})
