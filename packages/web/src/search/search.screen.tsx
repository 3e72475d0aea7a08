// The search at /product: companies on a portal, markets anywhere else. With a company in the
// address, that company's page.

import { requestCompanies } from "@truetick/contract";
import { EmptyState, Skeleton } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import Building2 from "lucide-react/icons/building-2";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { ReadBody } from "../app/read-body.tsx";
import { SubScreen } from "../app/sub-screen.tsx";
import { useRead } from "../app/use-read.ts";
import { CompanyPage } from "../companies/company-page.tsx";
import { CompanySearch } from "../companies/company-search.tsx";
import { MarketSearch } from "./market-search.tsx";

function OneCompany({ id, isChoice }: { readonly id: string; readonly isChoice: boolean }) {
  const t = useTranslations("companies");
  const reading = useRead(() => requestCompanies());
  return (
    <ReadBody reading={reading}>
      {({ companies }) => {
        // The one chosen before comes first, and without a choice there is only one.
        const company = id === CHOSEN ? companies[0] : companies.find((one) => one.id === id);
        return company ? (
          <CompanyPage company={company} isChoice={isChoice} />
        ) : (
          <EmptyState icon={Building2} title={t("gone")} text={t("nothingText")} />
        );
      }}
    </ReadBody>
  );
}

const CHOSEN = "chosen";

export function SearchScreen() {
  const { router, siteStatus } = useApp();
  const titles = useTranslations("shell.titles");
  const companies = useTranslations("companies");
  const site = useStore(siteStatus);
  const companyId = useStore(router.location).query.get("company");
  if (companyId !== null) {
    return (
      <SubScreen title={companies("about")} parent="/">
        <OneCompany id={companyId} isChoice={site?.isPortal === true} />
      </SubScreen>
    );
  }
  return (
    <SubScreen
      title={site?.isPortal ? companies("title") : titles("product")}
      parent="/"
      width="wide"
    >
      {site === null && <Skeleton width="full" height="tall" />}
      {site?.isPortal === true && <CompanySearch />}
      {site?.isPortal === false && <MarketSearch />}
    </SubScreen>
  );
}
