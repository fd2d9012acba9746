import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** The ports that the server listens on, known once it does. */
export interface Ports {
  player: number
  courses: number
}

type Asked = Pick<FastifyRequest, 'protocol' | 'hostname'>

/** A semicolon is allowed in a host's name, and would begin another directive of the policy that names it. */
const originOf = ({ protocol, hostname }: Asked, port: number) => {
  const url = URL.parse(`${protocol}://${hostname}:${port}`)
  return url && /^https?:\/\/[\w.:[\]-]+$/.test(url.origin) ? url.origin : `${protocol}://localhost:${port}`
}

/** Where browsers reach the courses: the configured origin, or the player's host at the courses' port. */
export const scormOrigin = (
  { scormUrl, publicUrl, playerSettings }: Pick<Config, 'scormUrl' | 'publicUrl' | 'playerSettings'>,
  ports: Ports,
  asked: Asked,
): string => {
  const configured = scormUrl ?? playerSettings.scormServer
  if (configured !== undefined) return new URL(configured).origin
  if (publicUrl === undefined) return originOf(asked, ports.courses)
  const { protocol, hostname } = new URL(publicUrl)
  return originOf({ protocol: protocol === 'https:' ? 'https' : 'http', hostname }, ports.courses)
}

/** The one origin that may show courses in a frame: the configured one, or the host that was asked at the player's port. */
export const playerOrigin = ({ publicUrl }: Pick<Config, 'publicUrl'>, ports: Ports, asked: Asked): string =>
  publicUrl === undefined ? originOf(asked, ports.player) : new URL(publicUrl).origin
