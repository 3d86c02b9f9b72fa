CREATE TABLE "lead_tags" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"merged_into" uuid,
	"people" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tagged_leads" (
	"tag_id" uuid,
	"lead_id" uuid,
	CONSTRAINT "tagged_leads_pkey" PRIMARY KEY("tag_id","lead_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "lead_tags_name" ON "lead_tags" ("name_key") WHERE "merged_into" IS NULL;--> statement-breakpoint
CREATE INDEX "lead_tags_merged" ON "lead_tags" ("merged_into");--> statement-breakpoint
CREATE INDEX "tagged_leads_lead" ON "tagged_leads" ("lead_id");--> statement-breakpoint
ALTER TABLE "lead_tags" ADD CONSTRAINT "lead_tags_merged_into_lead_tags_id_fkey" FOREIGN KEY ("merged_into") REFERENCES "lead_tags"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "tagged_leads" ADD CONSTRAINT "tagged_leads_tag_id_lead_tags_id_fkey" FOREIGN KEY ("tag_id") REFERENCES "lead_tags"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "tagged_leads" ADD CONSTRAINT "tagged_leads_lead_id_early_adopters_id_fkey" FOREIGN KEY ("lead_id") REFERENCES "early_adopters"("id") ON DELETE CASCADE;--> statement-breakpoint
CREATE FUNCTION "count_tagged_leads"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN
		UPDATE lead_tags SET people = lead_tags.people - gone.people
		FROM (SELECT tag_id, count(*) AS people FROM before GROUP BY tag_id) AS gone
		WHERE lead_tags.id = gone.tag_id;
	END IF;
	IF TG_OP <> 'DELETE' THEN
		UPDATE lead_tags SET people = lead_tags.people + come.people
		FROM (SELECT tag_id, count(*) AS people FROM after GROUP BY tag_id) AS come
		WHERE lead_tags.id = come.tag_id;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "tagged_leads_inserted" AFTER INSERT ON "tagged_leads" REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_tagged_leads();--> statement-breakpoint
CREATE TRIGGER "tagged_leads_updated" AFTER UPDATE ON "tagged_leads" REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_tagged_leads();--> statement-breakpoint
CREATE TRIGGER "tagged_leads_deleted" AFTER DELETE ON "tagged_leads" REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION count_tagged_leads();
