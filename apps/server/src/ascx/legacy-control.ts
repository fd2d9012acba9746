import { legacyControl } from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import type { Controls } from './controls.ts'
import { renderControl } from './render-control.ts'

/**
 * The HTML of a legacy control (spec 2 §7). It holds nothing but what the caller sent and the template: whoever is signed in may
 * ask, and learns nothing of anybody.
 */
export const legacyControlRoute = ({ controls }: { readonly controls: Controls }) =>
  route(
    legacyControl,
    async ({ body }) => {
      const template = controls.templateOf(body.controlName)
      if (template === undefined) return refuse('NOT_FOUND', 'There is no legacy control of this name.')
      return { ok: true, value: renderControl(template, body.props, body.initialData) }
    },
    {
      send: (reply, value) =>
        reply
          .type('text/html; charset=utf-8')
          .header('cache-control', 'no-store')
          .header('x-content-type-options', 'nosniff')
          // It is for a frame of the player; opened by itself it does nothing.
          .header('content-security-policy', "default-src 'none'; sandbox")
          .send(value),
    },
  )
