import { houseSource } from './congress/house/collect-house.ts'
import { createInsiderSource } from './insiders/collect-insiders.ts'
import { membersSource } from './congress/members/collect-members.ts'
import { createSenateSource } from './congress/senate/collect-senate-records.ts'
import { seriesSources } from './series/sources.ts'
import type { RecordSource } from './core/record-source.ts'

/** Every source of public records, in the order of its reports.
 *  @param settings.senateTermsAcceptedBy  the operator who accepted the terms of the Senate's site; nobody: it is off */
export function createRecordSources(settings: {
  senateTermsAcceptedBy?: string | undefined
}): readonly RecordSource[] {
  return [
    ...seriesSources,
    membersSource,
    houseSource,
    createSenateSource({ termsAcceptedBy: settings.senateTermsAcceptedBy }),
    createInsiderSource(),
  ]
}
