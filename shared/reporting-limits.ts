/** Business days after a trade within which insiders must report it (17 CFR 240.16a-3(g)). */
export const INSIDER_REPORT_DAYS = 2
/** Calendar days after a trade within which members of Congress must report it (5 U.S.C. 13105(l)). */
export const CONGRESS_REPORT_DAYS = 45

/** Days beyond which a report to Congress is more likely about an old trade, or has the wrong year, than late. */
export const SLIP_AFTER_DAYS = 365
