/**
 * The path of each app on the site; `preview` is the player as staff see it in a frame of the office (decision 150). An address belongs to the app whose path it is or is below, otherwise to the player: the server
 * answers it with that app's page or not at all, and the player's service worker leaves it alone.
 */
export const appPaths = { player: '/', office: '/office', preview: '/preview' } as const
