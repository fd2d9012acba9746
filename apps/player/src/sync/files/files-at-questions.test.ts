import { expect, test, vi } from 'vitest'
import { arrangeUploads, away, refusal } from '../testing/arrange-uploads.ts'
import { createFilesAtQuestions } from './files-at-questions.ts'

const listedAs = (guid: string, fileName: string, more: object = {}) => ({
  ...{ guid, fileName, mimeType: '', dateTimeUploaded: '', fileSize: 1 },
  ...more,
})

const arrange = async () => {
  const uploads = await arrangeUploads()
  const files = createFilesAtQuestions(uploads.lane, 'run')
  const choose = (fileName: string, question: string) =>
    uploads.lane.add({ formRunGuid: 'run', bytes: new Blob(['x']), fileName, mimeType: '', held: false, question })
  const at = (question: string) => [...files.at(question).names].sort()
  return { ...uploads, files, choose, at }
}

test('a file is at the question where it was chosen, while it waits and when it is on the server, until it is deleted', async () => {
  const { files, choose, at, idle, lane, server, cut, heal } = await arrange()
  cut()
  await choose('map.pdf', 'q1')
  expect([at('q1'), at('q2')]).toEqual([['map.pdf'], []])
  const told = vi.fn()
  files.subscribe(told)
  heal()
  await idle()
  expect([at('q1'), at('q2')]).toEqual([['map.pdf'], []])
  // Where it is changes nothing of what is answered: the whole list of questions would be drawn with each piece that was sent.
  expect(told).not.toHaveBeenCalled()
  const [file] = server.files.values()
  if (!file) throw new Error('The server has the file')
  server.before = () => away
  await lane.delete('run', file)
  expect(at('q1')).toEqual([])
  expect(told).toHaveBeenCalled()
  files.stop()
  const before = files.version()
  await choose('late.pdf', 'q1')
  expect(files.version()).toBe(before)
})

test('what another device uploaded is known once the server listed it; an infected file is none, and one of no question is of any', async () => {
  const { files, at, choose, idle, server, lane } = await arrange()
  await choose('own.pdf', 'q1')
  await idle()
  expect(files.at('q1').areAll).toBe(false)
  const before = files.version()
  const own = [...server.files.values()].map(({ text: _, ...file }) => ({ ...file, questionId: 'q1', infected: true as const }))
  files.listed([
    ...own,
    listedAs('a', 'a.pdf', { questionId: 'q1' }),
    listedAs('b', 'b.pdf', { questionId: 'q2', infected: true }),
    listedAs('c', 'c.pdf'),
  ])
  expect(files.version()).toBeGreaterThan(before)
  expect(files.at('q1').areAll).toBe(true)
  expect([at('q1'), at('q2')]).toEqual([['a.pdf', 'c.pdf'], ['c.pdf']])
  expect(files.areListed()).toBe(true)
  // A database that was set back may have lost them.
  lane.doubt('run')
  expect(files.areListed()).toBe(false)
  expect([at('q1'), files.at('q1').areAll]).toEqual([['own.pdf'], false])
})

test('a file that the server refuses stays among the refused until it is dismissed or chosen anew, and is at no question', async () => {
  const { files, at, choose, idle, server, heal } = await arrange()
  const told = vi.fn()
  files.subscribe(told)
  server.before = () => refusal('INVALID_FILE')
  await choose('plan.pdf', 'q1')
  await choose('other.pdf', 'q1')
  await idle()
  await vi.waitFor(() => expect(files.refused()).toHaveLength(2))
  expect(files.refused().map(({ fileName, reason }) => [fileName, reason])).toEqual([
    ['plan.pdf', 'INVALID_FILE'],
    ['other.pdf', 'INVALID_FILE'],
  ])
  expect(told).toHaveBeenCalled()
  expect(at('q1')).toEqual([])
  expect(files.refused()).toBe(files.refused())
  heal()
  await choose('plan.pdf', 'q1')
  await idle()
  expect(files.refused().map(({ fileName }) => fileName)).toEqual(['other.pdf'])
  files.dismiss(files.refused()[0]?.key ?? 0)
  expect(files.refused()).toEqual([])
  expect(at('q1')).toEqual(['plan.pdf'])
})

test('a choice that is refused is listed once for each name, with its last reason', async () => {
  const { files } = await arrange()
  files.refuse('a.txt', 'too-large')
  files.refuse('a.txt', 'type')
  files.refuse('b.txt', 'no-room')
  expect(files.refused().map(({ fileName, reason }) => [fileName, reason])).toEqual([
    ['a.txt', 'type'],
    ['b.txt', 'no-room'],
  ])
})
