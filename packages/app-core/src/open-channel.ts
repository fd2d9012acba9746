/** A channel to the other tabs. Undefined in browsers that have none, and where site data is blocked, which some browsers say by throwing. */
export const openChannel = (name: string): BroadcastChannel | undefined => {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}
