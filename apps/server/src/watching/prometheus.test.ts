import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { calls } from '@sitwell/contract'
import { expect, test, vi } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { arrange, doCall, saveOf, sitExam } from '../testing/test-world.ts'

// databases: sqlite, because it tests rules of Prometheus over the figures of a server

const rulesPath = fileURLToPath(new URL('../../../../deploy/prometheus/sitwell-alerts.yml', import.meta.url))
const page = fileURLToPath(new URL('../../../../docs/alerts.md', import.meta.url))
const metricsToken = 'a-token-for-prometheus'

test('Prometheus reads the figures, and the rules of what to be woken for hold together with their page', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-prometheus-'))
  const server = await startTestServer({ database: 'sqlite', config: { metricsToken }, beatMs: 100 })
  const world = await arrange(server)
  const { token, formRunGuid } = await sitExam(server, world)
  for (const sequence of [1, 2])
    await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { sequence }) }, token)
  const port = await freePort()
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [rulesPath],
    scrape_configs: [
      {
        job_name: 'sitwell',
        authorization: { credentials: metricsToken },
        static_configs: [{ targets: [new URL(server.origin).host] }],
      },
    ],
  }
  // JSON is YAML.
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config))
  const options = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`]
  const prometheus = spawn('prometheus', [...options, `--web.listen-address=127.0.0.1:${port}`], { stdio: 'ignore' })
  const ended = once(prometheus, 'exit')
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json()
  const figure = async (query: string) => (await ask(`query?query=${encodeURIComponent(query)}`)).data.result[0]?.value[1]
  try {
    const figures = [
      ['up{job="sitwell"}', '1'],
      ['sitwell_saves_total{outcome="applied"}', '2'],
      ['sitwell_save_seconds_count', '2'],
      ['sitwell_sittings', '1'],
      ['sitwell_database_up', '1'],
      ['sitwell_database_files_doubted_total', '0'],
    ] as const
    for (const [query, value] of figures)
      await vi.waitFor(async () => expect([query, await figure(query)]).toEqual([query, value]), {
        timeout: 120_000,
        interval: 250,
      })
    const alerts = async () => (await ask('rules')).data.groups[0].rules as { name: string; health: string; state: string }[]
    await vi.waitFor(async () => expect(new Set((await alerts()).map(({ health }) => health))).toEqual(new Set(['ok'])), {
      timeout: 120_000,
      interval: 250,
    })
    const named = (await readFile(page, 'utf8')).match(/^\| `Sitwell\w+`/gm)?.map((cell) => cell.slice(3, -1))
    expect((await alerts()).map(({ name }) => name)).toEqual(named)
    expect(named).toHaveLength(13)
  } finally {
    prometheus.kill()
    await ended
    await server.stop()
    await rm(folder, { recursive: true })
  }
  await promisify(execFile)('promtool', ['check', 'rules', rulesPath])
})
