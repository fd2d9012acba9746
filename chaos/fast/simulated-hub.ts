import type { Api } from '@sitwell/client/api'
import type { OpenConnection } from '@sitwell/client/live-connection'
import { dashState } from '@sitwell/contract'
import type { SimulatedNetwork } from './simulated-network.ts'

/** Milliseconds between two looks whether the connection still stands, or can be made again. */
const lookMs = 2000

/**
 * The connection for live events as far as a page learns from it that it was gone: with the server, or with the network. Each begins with
 * how the exam stands; events between are none.
 */
export const createSimulatedHub =
  (network: SimulatedNetwork, api: Pick<Api, 'call'>): OpenConnection =>
  async (_, handshake, on) => {
    let life: number | undefined
    let isClosed = false
    let isAsking = false
    const look = async () => {
      const stands = network.isOpen() ? network.life() : undefined
      if (life !== undefined && stands !== life) {
        life = undefined
        on.down(undefined)
      }
      if (life !== undefined || stands === undefined || isAsking) return
      isAsking = true
      const { formRunGuid = '' } = handshake()
      const outcome = await api.call(dashState, { query: { formRunGuid } }, { attempts: 1 })
      isAsking = false
      if (isClosed || !outcome.ok) return
      life = stands
      on.state(outcome.value)
    }
    const timer = setInterval(() => void look(), lookMs)
    void look()
    return {
      close() {
        isClosed = true
        clearInterval(timer)
      },
      retry: () => void look(),
    }
  }
