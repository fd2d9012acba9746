import { expect, test } from 'vitest'
import { cacheAddress, sealFile } from './sealed-file.ts'
import { storedAnswers } from './stored-answers.ts'

const base = '/course/token/'
const keyOf = (byte: number) =>
  crypto.subtle.importKey('raw', new Uint8Array(32).fill(byte), 'AES-GCM', false, ['encrypt', 'decrypt'])
const requestFor = (path: string, headers: Record<string, string> = {}) =>
  new Request(`https://courses.example${base}${path}`, { headers })

/** A course of which `a b.html` is kept, and a network that answers as it is told. */
const arrange = async (network: () => Promise<Response>, { asksWith = keyOf(1), place = 'a b.html' } = {}) => {
  const bytes = new TextEncoder().encode('0123456789')
  const file = { type: 'text/html', policy: "frame-ancestors 'self'", bytes }
  const held = new Map([[cacheAddress('a b.html'), await (await sealFile(await keyOf(1), 'id', place, file)).arrayBuffer()]])
  const cache = { match: async (address: string) => (held.has(address) ? new Response(held.get(address)) : undefined) }
  let isPatient = true
  const answer = storedAnswers({
    fetch: network,
    // Boundary: as much of a cache as is asked for.
    caches: { open: async () => cache as never },
    askKey: async () => ({ id: 'id', key: await asksWith }),
    wait: () => new Promise((resolve) => !isPatient && resolve()),
  })
  return {
    answer,
    lose: () => {
      isPatient = false
    },
  }
}
const noNetwork = () => Promise.reject(new TypeError('no network'))

test('a file comes from the network, and as it was kept where that fails, has run out, or gives no sign', async () => {
  const online = await arrange(async () => new Response('new'))
  expect(await (await online.answer(requestFor('a%20b.html')))?.text()).toBe('new')
  for (const network of [noNetwork, async () => new Response('', { status: 404 })]) {
    const response = await (await arrange(network)).answer(requestFor('a%20b.html'))
    expect(await response?.text()).toBe('0123456789')
    expect(response?.headers.get('content-type')).toBe('text/html')
    expect(response?.headers.get('content-security-policy')).toBe("frame-ancestors 'self'")
  }
  const hanging = await arrange(() => new Promise(() => undefined))
  hanging.lose()
  expect(await (await hanging.answer(requestFor('a%20b.html')))?.text()).toBe('0123456789')
})

test('a part of a kept file is given as a part', async () => {
  const { answer } = await arrange(noNetwork)
  for (const [range, text] of Object.entries({ 'bytes=2-4': '234', 'bytes=7-': '789', 'bytes=-2': '89' })) {
    const response = await answer(requestFor('a%20b.html', { range }))
    expect([response?.status, await response?.text()]).toEqual([206, text])
  }
  expect((await answer(requestFor('a%20b.html', { range: 'bytes=10-' })))?.status).toBe(416)
})

test('what is not kept, or was sealed with another key or for another place, is not answered', async () => {
  const { answer } = await arrange(noNetwork)
  await expect(answer(requestFor('other.html'))).rejects.toThrow('no network')
  const stolen = await arrange(noNetwork, { asksWith: keyOf(2) })
  await expect(stolen.answer(requestFor('a%20b.html'))).rejects.toThrow('no network')
  const moved = await arrange(noNetwork, { place: 'other.html' })
  await expect(moved.answer(requestFor('a%20b.html'))).rejects.toThrow('no network')
  expect(answer(new Request('https://courses.example/host.html'))).toBeUndefined()
})
