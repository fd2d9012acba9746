import { expect, test } from 'vitest'
import { emptyDraft } from '../mark/mark-draft.ts'
import { createDraftWriter } from './draft-writer.ts'

const draftOf = (comment: string) => ({ ...emptyDraft, comment })

test('drafts are written one at a time, the newest last, and none after the mark has taken their place', async () => {
  const written: string[] = []
  const ends: (() => void)[] = []
  const write = (draft: { readonly comment: string } | undefined) => {
    written.push(draft?.comment ?? 'none')
    return new Promise<void>((resolve) => void ends.push(resolve))
  }
  const writer = createDraftWriter(write, () => {})
  for (const comment of ['a', 'ab', 'abc']) writer.write(draftOf(comment))
  expect(written).toEqual(['a'])
  ends.shift()?.()
  await Promise.resolve()
  await Promise.resolve()
  expect(written).toEqual(['a', 'abc'])
  writer.write(draftOf('abcd'))
  writer.stop()
  ends.shift()?.()
  await Promise.resolve()
  await Promise.resolve()
  writer.write(draftOf('too late'))
  expect(written).toEqual(['a', 'abc'])
})

test('a draft that can’t be kept is told of, and the next one is tried', async () => {
  const errors: unknown[] = []
  let isBroken = true
  const written: string[] = []
  const writer = createDraftWriter(
    async (draft) => {
      if (isBroken) throw new Error('full')
      written.push(draft?.comment ?? 'none')
    },
    (error) => void errors.push(error),
  )
  writer.write(draftOf('a'))
  await new Promise((resolve) => setImmediate(resolve))
  isBroken = false
  writer.write(draftOf('ab'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(errors).toHaveLength(1)
  expect(written).toEqual(['ab'])
})
