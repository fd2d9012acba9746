import { expect, test } from 'vitest'
import { heldBuild, type Sitting, sittingAddress, sittingCache } from './held-build.ts'

/** The build that is held at 1000 ms, if this is what the page has noted. */
const heldAt = (note: string | undefined) => {
  const match = async (address: RequestInfo | URL) =>
    note !== undefined && address === sittingAddress ? new Response(note) : undefined
  const open = async (name: string) => {
    if (name !== sittingCache) throw new Error(`Nothing is noted in ${name}`)
    return { match, put: async () => {} }
  }
  return heldBuild({ open }, () => 1000)
}
const noteOf = (more: Partial<Sitting> = {}) =>
  JSON.stringify({ examGuid: 'e1', script: '/assets/index-old.js', untilMs: 2000, ...more })

test('the build of the exam that is being sat is held for its pages, and for no others', async () => {
  const held = await heldAt(noteOf())
  expect(held?.script).toBe('/assets/index-old.js')
  const isFor = (path: string) => held?.isFor(new URL(path, 'https://exams.example'))
  for (const path of ['/exam/e1', '/exam/e1/', '/exam/e1/q7']) expect([path, isFor(path)]).toEqual([path, true])
  for (const path of ['/exam/e10', '/exam', '/', '/login?demo', '/exam/e1/q7?monitor=1'])
    expect([path, isFor(path)]).toEqual([path, false])
})

test('no build is held without an exam, or once its time is over', async () => {
  expect(await heldAt(undefined)).toBeUndefined()
  for (const untilMs of [0, 999, 1000]) expect(await heldAt(noteOf({ untilMs }))).toBeUndefined()
  expect(await heldAt(noteOf({ untilMs: 1001 }))).toBeDefined()
})

test('a damaged note is an error, which holds no page up', async () => {
  await expect(heldAt('half a JSO')).rejects.toThrow()
})
