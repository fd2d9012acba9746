/**
 * The path of each app on the site. An address belongs to the app whose path it is or lies below, otherwise to the player: the server
 * answers it with that app's page or not at all, and the player's service worker leaves it alone.
 */
export const appPaths = { player: '/', office: '/office' } as const
