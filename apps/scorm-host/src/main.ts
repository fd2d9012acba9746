import { createBridge } from './bridge.ts'
import { startHost } from './host.ts'

/** The page around says its origin behind the `#`; who else frames this gets no further than the policy of the server lets it. */
const bridge = createBridge(window, decodeURIComponent(location.hash.slice(1)))
startHost(window, bridge)
