import { legacyControl } from '@sitwell/contract'
import type { FastifyReply } from 'fastify'
import { refuse } from '../http/refusal.ts'
import { type Incoming, route } from '../http/service.ts'
import type { Controls } from './controls.ts'
import { renderControl } from './render-control.ts'

/** The HTML of a control, or that there is none of its name. */
export const renderedControl = (controls: Controls, body: Incoming<typeof legacyControl>['body']) => {
  const template = controls.templateOf(body.controlName)
  if (template === undefined) return refuse('NOT_FOUND', 'There is no legacy control of this name.')
  return { ok: true as const, value: renderControl(template, body.props, body.initialData) }
}

/** Sends the HTML of a control. It is for a frame of the player; opened by itself it does nothing. */
export const sendControl = (reply: FastifyReply, value: unknown): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(value)

/**
 * The HTML of a legacy control (spec 2 §7). It holds nothing but what the caller sent and the template: whoever is signed in may
 * ask, and learns nothing of anybody.
 */
export const legacyControlRoute = ({ controls }: { readonly controls: Controls }) =>
  route(legacyControl, async ({ body }) => renderedControl(controls, body), { send: sendControl })
