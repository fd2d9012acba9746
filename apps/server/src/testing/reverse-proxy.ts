import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { reservePort } from './free-port.ts'

const shipped = fileURLToPath(new URL('../../../../deploy/nginx/sitwell.conf', import.meta.url))

/** The nginx that an operator is given, before servers of this machine. */
export interface ReverseProxy {
  readonly origin: string
  /** The certificate that it shows: its own authority. */
  readonly certificate: string
  stop(): Promise<void>
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => socket.destroy(resolve(true) as undefined))
    socket.once('error', () => resolve(false))
  })

/** The example of a second database in the file, with its comment signs taken away: its names, and its node. */
const withSecondDatabase = (sites: string, node: string) =>
  sites
    .replaceAll(/^( *)# (.*north.*)$/gm, '$1$2')
    .replaceAll('10.0.0.21:8080', new URL(node).host)
    .replaceAll('north.example.org', 'north.localhost')

/**
 * Starts it on a port that was asked for beforehand; all else is as the file says. `north`: the node of a second database, for the name
 * `north.localhost`.
 */
export const startReverseProxy = async (
  port: number,
  nodes: readonly string[],
  { north }: { readonly north?: string } = {},
): Promise<ReverseProxy> => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-nginx-'))
  const [plain, courses] = [await reservePort(), await reservePort()]
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-keyout', key, '-out', certificate, ...subject],
  ])
  const servers = nodes.map((node) => `  server ${new URL(node).host} max_fails=1 fail_timeout=5s;`).join('\n')
  const file = await readFile(shipped, 'utf8')
  const sites = (north === undefined ? file : withSecondDatabase(file, north))
    .replaceAll(/^ {2}server 127\.0\.0\.1:8080 .*$/gm, servers)
    .replaceAll(/\/etc\/ssl\/sitwell\/\w+\.pem/g, certificate)
    .replaceAll(/\/etc\/ssl\/sitwell\/\w+\.key/g, key)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${courses.port} ssl`)
    .replace('listen 80;', `listen 127.0.0.1:${plain.port};`)
    .replaceAll('exams.example.org', 'localhost')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)
  const whole = `daemon off; pid ${folder}/pid; error_log ${folder}/errors; worker_processes 1;
events { worker_connections 512; }
http { access_log off; ${temporary.join(' ')}
${sites}
}`
  await writeFile(join(folder, 'nginx.conf'), whole)
  const options = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'errors')]
  const nginx = spawn('nginx', options, { env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }, stdio: 'inherit' })
  const ended = once(nginx, 'exit')
  while (!(await isListening(port))) {
    if (nginx.exitCode !== null) throw new Error(`nginx ended: ${await readFile(join(folder, 'errors'), 'utf8')}`)
    await wait(50)
  }
  return {
    origin: `https://localhost:${port}`,
    certificate: await readFile(certificate, 'utf8'),
    stop: async () => {
      nginx.kill('SIGQUIT')
      const timer = setTimeout(() => nginx.kill('SIGTERM'), 3000)
      await ended
      clearTimeout(timer)
      for (const reserved of [plain, courses]) await reserved.release()
      await rm(folder, { recursive: true })
    },
  }
}
