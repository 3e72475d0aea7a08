// The search of a portal: companies by part of their name, as the server finds them. The one chosen
// before comes first.

import { type Company, requestCompanies } from "@truetick/contract";
import { EmptyState, SearchField } from "@truetick/ui";
import Building2 from "lucide-react/icons/building-2";
import ChevronRight from "lucide-react/icons/chevron-right";
import { useDeferredValue, useState } from "react";
import { useTranslations } from "use-intl";
import { Link } from "../app/link.tsx";
import { ReadBody } from "../app/read-body.tsx";
import { useRead } from "../app/use-read.ts";
import styles from "./company.module.css";

function CompanyRow({ company }: { readonly company: Company }) {
  return (
    <li>
      <Link to={`/product?company=${company.id}`} className={styles.row}>
        {company.logo ? (
          <img src={company.logo} alt="" className={styles.logo} />
        ) : (
          <Building2 size={24} strokeWidth={1.5} className={styles.onward} />
        )}
        <span className={styles.words}>
          <span className={styles.name}>{company.name}</span>
          <p className={styles.note}>{company.mainCompany}</p>
        </span>
        <ChevronRight size={18} className={styles.onward} />
      </Link>
    </li>
  );
}

export function CompanySearch() {
  const t = useTranslations("companies");
  const quotes = useTranslations("quotes");
  const [search, setSearch] = useState("");
  const wanted = useDeferredValue(search.trim());
  const reading = useRead(() => requestCompanies(wanted), wanted);
  return (
    <>
      <SearchField
        text={search}
        label={t("search")}
        clearLabel={quotes("clearSearch")}
        onText={setSearch}
      />
      <ReadBody reading={reading}>
        {({ companies }) =>
          companies.length === 0 ? (
            <EmptyState
              icon={Building2}
              title={t("nothing", { search: wanted })}
              text={t("nothingText")}
            />
          ) : (
            <ul aria-label={t("title")}>
              {companies.map((company) => (
                <CompanyRow key={company.id} company={company} />
              ))}
            </ul>
          )
        }
      </ReadBody>
    </>
  );
}
