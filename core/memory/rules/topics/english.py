"""What English calls topics."""

from core.memory.rules.topics.model import tongue

ENGLISH = tongue(
    "en",
    """
    pet: pet pets animal animals | dog dogs doggo doggy doggie puppy puppies pup pups poodle poodles
        labrador labradors retriever retrievers schnauzer schnauzers terrier dachshund dachshunds
        corgi beagle husky huskies bulldog bulldogs german_shepherd chihuahua rottweiler dalmatian
        cat cats kitten kittens kitty tomcat hamster hamsters guinea_pig guinea_pigs rabbit rabbits
        bunny bunnies parrot parrots budgie budgies canary parakeet cockatiel tortoise tortoises
        turtle turtles goldfish aquarium ferret gerbil gecko iguana hedgehog horse horses pony
        ponies vet my_snake a_snake
    family: family relative relatives sibling siblings parent parents | mother mom mum mommy mummy
        father dad daddy brother brothers sister sisters grandma grandpa grandmother grandfather
        grandparents granny nan aunt auntie uncle cousin cousins nephew nephews niece nieces
        mother-in-law father-in-law sister-in-law brother-in-law in-laws stepmother stepfather mom's
        mum's dad's brother's sister's
    partner: partner spouse relationship marriage | wife husband girlfriend boyfriend fiancé fiancée
        fiance fiancee hubby married engaged wedding divorce divorced dating single_again
    child: child children kid kids | son sons daughter daughters baby babies toddler twins newborn
        stepson stepdaughter pregnant
    friend: friend friends friendship | bestie best_friend best_friends buddy buddies
    work: work job jobs career profession occupation employer workplace | works working worked boss
        coworker coworkers co-worker co-workers colleague colleagues office promotion salary shift
        shifts freelance freelancer nurse teacher engineer programmer developer accountant lawyer
        waiter waitress carpenter electrician plumber baker internship hired fired unemployed
    school: school university college education | study studies studying studied student degree exam
        exams class classes professor homework thesis semester graduated graduation kindergarten
        master's bachelor's phd
    home: home house apartment flat | lives live living moved moving rent landlord roommate
        roommates flatmate flatmates housemate neighborhood neighbourhood hometown address
    health: health illness medicine | sick ill doctor hospital surgery dentist medication diagnosis
        diagnosed diabetes asthma migraine migraines headache headaches therapy therapist flu fever
        injury injured pregnancy depression anxiety cancer a_cold broke_my_leg broke_my_arm insulin
        pills physiotherapy
    allergy: allergy allergies allergic | intolerant intolerance hay_fever
    food: food meal meals cuisine | eat eats eating ate cook cooks cooked breakfast lunch dinner
        recipe recipes vegan vegetarian pizza pasta sushi ramen cake cakes bread cheese chocolate
        soup salad ice_cream restaurant restaurants hot_dog hot_dogs fish meat chicken dish dishes
        dessert
    drink: drink drinks beverage beverages | drinking drank coffee tea beer wine juice cocktail
        cocktails whisky whiskey espresso latte lemonade
    music: music | song songs band bands singer concert concerts guitar piano violin cello drums
        album playlist choir orchestra sings jazz hip-hop trumpet flute saxophone
    film: film films movie movies cinema | series tv_show tv_shows netflix documentary anime
    book: book books reading literature | novel novels author authors library bookshop bookstore
    game: game games gaming video_game video_games board_game board_games | chess playstation xbox
        nintendo switch_game minecraft puzzle puzzles
    sport: sport sports exercise fitness | gym football soccer basketball tennis volleyball swimming
        swims running jogging marathon yoga cycling climbing boxing karate judo skiing surfing
        workout workouts work_out works_out working_out worked_out_at badminton rugby hockey
        baseball golf pilates
    hobby: hobby hobbies pastime free_time | painting knitting knits gardening photography drawing
        pottery crochet hiking fishing collects woodworking baking dancing sewing
    travel: travel travels travelling traveling trip trips journey vacation vacations holiday
        holidays | flight flights airport hotel visited abroad passport itinerary backpacking
    birthday: birthday birthdays bday b-day birthday's | born
    plan: plan plans planning | planned appointment appointments upcoming
    money: money finances budget | savings debt debts loan mortgage bank wallet invested
    faith: faith religion religious belief | church god pray prays prayer mosque temple synagogue
        christian catholic protestant muslim buddhist hindu jewish atheist bible quran ramadan
    language: language languages mother_tongue native_language | speak_english speak_german
        speak_french speak_spanish speaks learning_english learning_german learning_french
        learning_spanish learning_japanese learning_korean learning_chinese learning_italian fluent
        bilingual duolingo
    vehicle: vehicle vehicles car cars | bike bikes bicycle bicycles motorbike motorcycle scooter
        van truck drives driving_licence driver's_license
    plant: plant plants garden | houseplant houseplants flower flowers cactus orchid orchids roses
        tulips tomatoes_in succulents monstera
    name: name names nickname | named is_called am_called called_me goes_by
    age: age | years_old year_old how_old year-old
    none: hot_dog's dog-eared pet_peeve pet_peeves cat_nap it_works that_works this_works
        works_for_me work_on_myself does_not_work doesn't_work didn't_work work_of_art work_through
        book_a book_the book_an book_me book_us booked high_horse guinea cool_cat copycat
        raining_cats at_home_with home_page home_run homepage make_yourself_at_home eat_up_time
        just_kidding kid_you_not are_you_kidding i'm_kidding single_day game_changer fair_game
        name_of_the_game the_end_game power_plant power_plants brand_name in_the_name name_it
        body_language sign_of bad_language programming_language strong_language language_model
        language_models river_bank power_bank food_for_thought piece_of_cake my_cup_of_tea
        not_my_cup_of_tea oh_my_god omg my_god thank_god god_knows for_god's_sake in_good_faith
        bad_faith business_partner partner_in_crime face_the_music music_to_my_ears sick_of
        going_to_bed film_over live_music live_stream live_concert live_show moving_on that's_class
        class_act kid chat pan kind tier cane pain gift main casa_of camera cat's_eye running_late
        running_out running_into running_errands series_of child's_play baby_steps rabbit_hole
        ill_be single hen born_to_be horse_around mom_and_pop plan_b drives_me drive_me_crazy
        school_of_thought old_school school_of_fish sweet_home_alabama
    """,
)
