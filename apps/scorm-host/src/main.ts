import { createBridge } from './bridge.ts'
import { startHost } from './host.ts'

/** Which origin the page around is of says the server, whose policy lets no other one frame this. */
const { playerOrigin } = (await (await fetch('config.json')).json()) as { readonly playerOrigin: string }
startHost(window, createBridge(window, playerOrigin))
