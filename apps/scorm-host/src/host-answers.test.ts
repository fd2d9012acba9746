import { expect, test } from 'vitest'
import { hostAnswers } from './host-answers.ts'

const files = [
  ['/host.html', 'text/html; charset=utf-8', '<script src="/assets/host-1.js">'],
  ['/assets/host-1.js', 'text/javascript', 'start()'],
  ['/question-code.html', 'text/html; charset=utf-8', '<script>code()</script>'],
] as const
const host = {
  playerOrigin: 'https://exams.example',
  codePolicy: "default-src 'none'",
  policy: "default-src 'self'; frame-ancestors https://exams.example",
}
const never = () => new Promise<never>(() => {})
const origin = 'https://courses.example'
const ask = (path: string, init?: RequestInit) => new Request(origin + path, init)

const answersWith = (fetch: () => Promise<Response>, wait: () => Promise<void> = never) =>
  hostAnswers({ files, host, origin, fetch, wait })

test('without a network the page around a lesson is there, framed by the player alone', async () => {
  const networks: (readonly [string, () => Promise<Response>, (() => Promise<void>)?])[] = [
    ['gone', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a proxy that lost the server', async () => new Response('502', { status: 502 })],
    ['silent', never, async () => undefined],
  ]
  for (const [name, fetch, wait] of networks) {
    const answers = answersWith(fetch, wait)
    const page = await answers(ask('/host.html'))
    expect(await page?.text(), name).toBe(files[0][2])
    expect(page?.headers.get('content-security-policy'), name).toBe(host.policy)
    expect(await (await answers(ask('/config.json')))?.json(), name).toEqual({ playerOrigin: host.playerOrigin })
    expect(await (await answers(ask('/assets/host-1.js')))?.text(), name).toBe('start()')
  }
})

test('without a network the page around the code of questions is there too, under its own policy', async () => {
  const page = await answersWith(() => Promise.reject(new TypeError('Failed to fetch')))(ask('/question-code.html'))
  expect(await page?.text()).toBe(files[2][2])
  expect(page?.headers.get('content-security-policy')).toBe(host.codePolicy)
})

test('with a network the newest page is shown', async () => {
  const answers = answersWith(async () => new Response('newer'))
  expect(await (await answers(ask('/host.html')))?.text()).toBe('newer')
})

test('nothing else is answered for, and nothing where the server did not say whom the host belongs to', () => {
  const answers = answersWith(never)
  for (const request of [
    ask('/course/t/a.html'),
    ask('/xapi/statements'),
    ask('/host.html', { method: 'POST' }),
    ask('/assets/2.js'),
    new Request('https://vendor.example/config.json'),
  ])
    expect(answers(request), request.url).toBeUndefined()
  const unstated = hostAnswers({ files, host: undefined, origin, fetch: never, wait: never })
  for (const path of ['/host.html', '/config.json', '/assets/host-1.js']) expect(unstated(ask(path)), path).toBeUndefined()
})
