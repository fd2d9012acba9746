import { expect, test } from 'vitest'
import { keepCleaned } from './keep-cleaned.ts'

/** Cleans a text of which each `img:…` is a file. */
const cleaning = () => {
  let times = 0
  const clean = keepCleaned((html, resolveUrl) => {
    times += 1
    return html.replaceAll(/img:(\S+)/g, (_, address: string) => resolveUrl(address) ?? '')
  })
  return { clean, times: () => times }
}

test('a text without files is cleaned once, by whatever way files are found', () => {
  const { clean, times } = cleaning()
  expect([clean('a lake'), clean('a lake', () => 'x'), clean('a lake')]).toEqual(['a lake', 'a lake', 'a lake'])
  expect(times()).toBe(1)
})

test('a text with a file shows the file from this device as soon as it is there', () => {
  const { clean } = cleaning()
  const here = new Map<string, string>()
  const resolve = (address: string) => here.get(address) ?? `https://exams.example/${address}`
  expect(clean('look at img:lake.png')).toBe('look at ')
  expect(clean('look at img:lake.png', resolve)).toBe('look at https://exams.example/lake.png')
  here.set('lake.png', 'blob:1')
  expect(clean('look at img:lake.png', resolve)).toBe('look at blob:1')
})
