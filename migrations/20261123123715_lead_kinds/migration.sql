CREATE TABLE "lead_enquiries" (
	"id" uuid PRIMARY KEY,
	"lead_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"message" text,
	"page" text,
	"sent_at" timestamp with time zone NOT NULL,
	"is_waiting" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
ALTER TABLE "early_adopter_counts" ADD COLUMN "kind" text DEFAULT 'adopter' NOT NULL;--> statement-breakpoint
ALTER TABLE "early_adopters" ADD COLUMN "kind" text DEFAULT 'adopter' NOT NULL;--> statement-breakpoint
ALTER TABLE "early_adopters" ADD COLUMN "message" text;--> statement-breakpoint
ALTER TABLE "early_adopters" ADD COLUMN "page" text;--> statement-breakpoint
ALTER TABLE "early_adopter_counts" DROP CONSTRAINT "early_adopter_counts_pkey";--> statement-breakpoint
ALTER TABLE "early_adopter_counts" ADD PRIMARY KEY ("segment","badge","language","kind");--> statement-breakpoint
CREATE INDEX "early_adopters_kind_newest" ON "early_adopters" ("kind","created_at" DESC,"id" DESC) WHERE "kind" <> 'adopter';--> statement-breakpoint
CREATE INDEX "lead_enquiries_lead" ON "lead_enquiries" ("lead_id","sent_at" DESC);--> statement-breakpoint
CREATE INDEX "lead_enquiries_waiting" ON "lead_enquiries" ("sent_at") WHERE "is_waiting";--> statement-breakpoint
ALTER TABLE "lead_enquiries" ADD CONSTRAINT "lead_enquiries_lead_id_early_adopters_id_fkey" FOREIGN KEY ("lead_id") REFERENCES "early_adopters"("id") ON DELETE CASCADE;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_early_adopters"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		PERFORM FROM before JOIN after USING (id)
		WHERE (before.segment, before.language, before.kind, before.badges) <> (after.segment, after.language, after.kind, after.badges);
		IF NOT FOUND THEN
			RETURN NULL;
		END IF;
	END IF;
	-- One writer at a time, so that two groups of sign-ups cannot lock the segments in opposite orders.
	PERFORM pg_advisory_xact_lock(hashtext('early_adopter_counts'));
	IF TG_OP <> 'INSERT' THEN
		UPDATE early_adopter_counts AS counts SET total = counts.total - gone.total
		FROM (
			SELECT segment, badge, language, kind, count(*) AS total
			FROM before, unnest(CASE WHEN badges = '{}' THEN ARRAY['all'] ELSE ARRAY['all', 'any'] || badges END) AS one (badge)
			GROUP BY segment, badge, language, kind
		) AS gone
		WHERE (counts.segment, counts.badge, counts.language, counts.kind) = (gone.segment, gone.badge, gone.language, gone.kind);
	END IF;
	IF TG_OP <> 'DELETE' THEN
		INSERT INTO early_adopter_counts AS counts (segment, badge, language, kind, total)
		SELECT segment, badge, language, kind, count(*)
		FROM after, unnest(CASE WHEN badges = '{}' THEN ARRAY['all'] ELSE ARRAY['all', 'any'] || badges END) AS one (badge)
		GROUP BY segment, badge, language, kind
		ON CONFLICT (segment, badge, language, kind) DO UPDATE SET total = counts.total + excluded.total;
	END IF;
	RETURN NULL;
END $$;
