import { json } from 'node:stream/consumers'

interface Component {
  readonly 'bom-ref': string
  readonly properties: readonly { readonly name: string }[]
}

interface Bom {
  serialNumber?: string
  readonly metadata: { timestamp?: string; readonly component: Component & { name: string | undefined } }
  components: readonly Component[]
  dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

/** Drops from npm's list of packages (CycloneDX) those used only in development, and whatever changes from one run to the
 *  next. `npm sbom --omit dev` would also drop what production and development share: https://github.com/npm/cli/issues/7909 */
function keepShipped(bom: Bom): Bom {
  delete bom.serialNumber
  delete bom.metadata.timestamp
  const { component } = bom.metadata
  // Without this, npm uses the folder's name.
  component.name = process.env['npm_package_name']
  const isForDevelopment = ({ properties }: Component) =>
    properties.some(({ name }) => name === 'cdx:npm:package:development')
  bom.components = bom.components.filter((one) => !isForDevelopment(one))
  const shipped = new Set([component, ...bom.components].map((one) => one['bom-ref']))
  bom.dependencies = bom.dependencies
    .filter(({ ref }) => shipped.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => shipped.has(each)) }))
  return bom
}

console.log(JSON.stringify(keepShipped((await json(process.stdin)) as Bom), null, 2))
