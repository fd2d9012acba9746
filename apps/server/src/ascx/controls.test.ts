import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneDatabase } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, doCall, refusalIn, send, signIn, tryCall, type World } from '../testing/test-world.ts'
import { readControls } from './controls.ts'
import { problemOfTemplate, renderControl } from './render-control.ts'

describe('a template', () => {
  // API-211
  test('takes the values of a question, each as a text and nothing else', () => {
    const template = '<b data-a="{{a}}">{{ b |none}}</b><i>{{initialData}}</i>'
    const value = `"><script>alert('1')</script>{{initialData}}&`
    expect(renderControl(template, [{ name: 'a', value }], '</i><script>')).toBe(
      '<b data-a="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;{{initialData}}&amp;">none</b><i>&lt;/i&gt;&lt;script&gt;</i>',
    )
  })

  test.each([
    ['<script>let a = "{{a}}"</script>', 'script'],
    ['<style>b { color: {{a}} }</style>', 'style'],
    ['<b title={{a}}>', 'without quotes'],
    ['<a href="{{a}}">', 'acts or loads'],
    ['<b onclick="go(\'{{a}}\')">', 'acts or loads'],
  ])('%s is refused', (template, reason) => expect(problemOfTemplate(template)).toContain(reason))

  test('of ours is sound, and each of its scripts is named', () => {
    const controls = readControls(undefined)
    for (const name of ['number-line', 'diagram-picker', 'fraction-builder']) {
      const template = controls.templateOf(name) ?? ''
      expect(problemOfTemplate(template)).toBeUndefined()
      expect(template).not.toMatch(/https?:\/\//)
    }
    // What all stand on, and one for each.
    expect(controls.scriptHashes).toHaveLength(4)
    expect(controls.templateOf('_base')).toBeUndefined()
    expect(controls.templateOf('../_base')).toBeUndefined()
    expect(controls.templateOf('constructor')).toBeUndefined()
  })
})

describe.each(oneDatabase)('on %s', (database) => {
  let server: TestServer
  let world: World
  const folder = mkdtempSync(join(tmpdir(), 'sitwell-controls-'))
  beforeAll(async () => {
    writeFileSync(join(folder, 'own.html'), '<p>{{greeting|Hello}}</p>\r\n<script>\r\ncontrol.answer(1)\r\n</script>')
    server = await startTestServer({ database, config: { controlsFolder: folder } })
    world = await arrange(server)
  })
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true })
  })
  const bodyOf = (controlName: string) => ({
    body: { questionID: 'q', controlName, initialData: '3"4', props: [{ name: 'greeting', value: '<b>' }] },
  })

  // API-211 API-120
  test('a control is HTML for a frame, for whoever is signed in; an unknown one is refused', async () => {
    const { access_token: token } = await signIn(server, world)
    const answer = await tryCall(server, calls.legacyControl, bodyOf('Own'), token)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.text).toContain('<p>&lt;b&gt;</p>')
    expect(answer.text).toContain('data-initial="3&quot;4"')
    const unknown = await tryCall(server, calls.legacyControl, bodyOf('nothing'), token)
    expect(refusalIn(unknown)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(refusalIn(await tryCall(server, calls.legacyControl, bodyOf('own'))).status).toBe(401)
    await expect(doCall(server, calls.legacyControl, bodyOf('own'), 'wrong')).rejects.toThrow('401')
  })

  test('the player may run the scripts of the controls, by their hash, and no others', async () => {
    const { headers } = await send(server, '/')
    const policy = headers.get('content-security-policy') ?? ''
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? []
    expect(scripts[0]).toBe("'self'")
    expect(scripts.slice(1)).toHaveLength(5)
    expect(scripts.slice(1).every((one) => /^'sha256-[\w+/]{43}='$/.test(one))).toBe(true)
  })
})
