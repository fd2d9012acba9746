const resident = /^process_resident_memory_bytes (\S+)/m
const everyMs = 2000
const megabyte = 1_000_000

const read = async (origin: string, token: string): Promise<number> => {
  const response = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const bytes = resident.exec(await response.text())?.[1]
  if (!response.ok || bytes === undefined)
    throw new Error(`The server tells nothing of its memory (status ${response.status}).`)
  return Number(bytes) / megabyte
}

/** Follows what a server's process takes of the memory, by its metrics; `stop` answers what it took before and at most. */
export async function memoryOf(origin: string, token: string) {
  const beforeMb = await read(origin, token)
  let mostMb = beforeMb
  const look = async () => {
    // A server that is too busy to tell is asked again.
    mostMb = Math.max(mostMb, await read(origin, token).catch(() => 0))
  }
  const timer = setInterval(look, everyMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await look()
      return { beforeMb, mostMb }
    },
  }
}
